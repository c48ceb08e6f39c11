// SPDX-License-Identifier: MIT
// What a player can set. Every change holds at once and stays in this browser.
import type { JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { useHeading } from "../app/frame";
import { forget, savedGames } from "../app/saved";
import { change, useSettings, type Settings } from "../app/settings";
import { languages, t, type Language } from "../app/words";
import { Icon } from "../art/icons";
import { Asking, Choice, NAME_MAX, Switch } from "./forms";
import "./settings.css";

function Look(props: { settings: Settings }): JSX.Element {
  const { settings } = props;
  return (
    <section class="page-part" aria-labelledby="settings-look">
      <h2 id="settings-look">{t("Language and look")}</h2>
      <Choice<Language>
        label={t("Language")}
        value={settings.language}
        among={(Object.entries(languages) as [Language, string][]).map(([value, name]) => ({
          value,
          label: <span class="settings-language" lang={value}>{name}</span>,
        }))}
        choose={(language) => change({ language })}
      />
      <Choice<Settings["theme"]>
        label={t("Theme")}
        value={settings.theme}
        among={[
          { value: "auto", label: t("Same as the device") },
          { value: "light", label: t("Light") },
          { value: "dark", label: t("Dark") },
        ]}
        choose={(theme) => change({ theme })}
      />
    </section>
  );
}

function Play(props: { settings: Settings }): JSX.Element {
  const { settings } = props;
  const id = useId();
  return (
    <section class="page-part" aria-labelledby="settings-play">
      <h2 id="settings-play">{t("At the table")}</h2>
      <div class="form-row">
        <label class="form-label" for={id}>
          {t("Your name")}
        </label>
        <input
          id={id}
          class="form-text settings-name"
          maxLength={NAME_MAX}
          autocomplete="nickname"
          placeholder={t("You")}
          value={settings.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
        <p class="form-note">{t("Shown at your seat and in records you save; not sent anywhere.")}</p>
      </div>
      <Choice<Settings["speed"]>
        label={t("Moves of the others")}
        value={settings.speed}
        among={[
          { value: 1200, label: t("Slow") },
          { value: 600, label: t("Normal") },
          { value: 250, label: t("Fast") },
          { value: 0, label: t("Instant") },
        ]}
        choose={(speed) => change({ speed })}
        note={t("How long each step is shown. Instant: no animation, no pause.")}
      />
      <Switch
        label={t("Confirm moves")}
        on={settings.confirm}
        turn={(confirm) => change({ confirm })}
        note={t("Ask before every move.")}
      />
      <Switch
        label={t("Card tracker")}
        on={settings.tracker}
        turn={(tracker) => change({ tracker })}
        note={t("Show which cards each player may still hold. Anyone could work it out.")}
      />
      <Switch
        label={t("Keyboard")}
        on={settings.keys}
        turn={(keys) => change({ keys })}
        note={t("Show the letters that play a move.")}
      />
      <Switch
        label={t("Sounds")}
        on={settings.sounds}
        turn={(sounds) => change({ sounds })}
        note={t("Short and quiet.")}
      />
    </section>
  );
}

function Data(): JSX.Element {
  const [kept, setKept] = useState(() => savedGames().length);
  const title = useRef<HTMLHeadingElement>(null);
  const remove = () => {
    for (const game of savedGames()) forget(game.id);
    setKept(0);
    title.current?.focus();
  };
  return (
    <section class="page-part" aria-labelledby="settings-data">
      <h2 id="settings-data" ref={title} tabIndex={-1}>{t("Data")}</h2>
      <p class="form-note" role="status">
        {kept > 0
          ? t("Games saved only in this browser: {n}. Download those you want to keep.", { n: kept })
          : t("No games are saved in this browser.")}
      </p>
      {kept > 0 && (
        <div>
          <Asking
            label={
              <>
                <Icon name="remove" />
                {t("Delete all saved games")}
              </>
            }
            question={t("Delete all games ({n}) permanently?", { n: kept })}
            yes={t("Delete all")}
            act={remove}
          />
        </div>
      )}
    </section>
  );
}

export function SettingsScreen(_props: object): JSX.Element {
  const settings = useSettings();
  const heading = useHeading(t("Settings"));
  return (
    <div class="page">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {t("Settings")}
        </h1>
        <p class="page-lead">{t("Changes take effect at once and are saved in this browser.")}</p>
      </header>
      <Look settings={settings} />
      <Play settings={settings} />
      <Data />
    </div>
  );
}
