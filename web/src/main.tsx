// SPDX-License-Identifier: MIT
// The page: one engine for the table, one for the bots, one screen at a time.
import { render, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { setLevels } from "./app/bots";
import { keepFocus } from "./app/focus";
import { Frame } from "./app/frame";
import { useRoute } from "./app/route";
import { newId, savedGame, type SavedGame } from "./app/saved";
import { applyTheme, change, settings, useSettings } from "./app/settings";
import { unpack } from "./app/share";
import { Later } from "./app/later";
import { cacheLanguage, currentLanguage, fetchLanguage, speak, t } from "./app/words";
import type { GameUi } from "./boards/board";
import { changCheng } from "./boards/chang_cheng/index";
import { chinesischeMauer } from "./boards/chinesische_mauer/index";
import { dieMauer } from "./boards/die_mauer/index";
import { Engine } from "./engine/client";
import { isRefusal, type GameInfo } from "./engine/types";
import { Home } from "./screens/home";
import { Notice } from "./screens/forms";
import { Learn } from "./screens/learn";
import { NewGame } from "./screens/newgame";
import { Rules } from "./screens/rules";
import { SettingsScreen } from "./screens/settings";
import { Table } from "./screens/table";
import "./style.css";

const uis = [chinesischeMauer, dieMauer, changCheng] as unknown as GameUi[];

const engine = new Engine(WORKER);
let thinker: Engine | null = null;

function bots(): Engine {
  thinker ??= new Engine(WORKER);
  return thinker;
}

/** A record that came in the address: a game to look at. */
function Shared(props: { text: string; ply: number | null; games: GameInfo[] }): JSX.Element {
  const [game, setGame] = useState<SavedGame | "broken" | null>(null);
  useEffect(() => {
    void (async () => {
      const record = await unpack(props.text);
      const about = record === null ? null : await engine.read(record);
      if (record === null || about === null || isRefusal(about)) {
        setGame("broken");
        return;
      }
      const players = Array.from({ length: about.seats }, (_, i) => ({
        seat: i + 1,
        name: about.tags[`player${i + 1}`] ?? "",
        bot: null,
      }));
      setGame({ id: newId(), game: about.game, record, players, over: about.over, plies: about.plies, changed: 0 });
    })();
  }, [props.text]);
  if (game === null) return <p class="loading">{t("Please wait...")}</p>;
  if (game === "broken") return <Notice text={t("This link contains no game.")} />;
  return <At game={game} games={props.games} ply={props.ply} readOnly />;
}

function At(props: { game: SavedGame; games: GameInfo[]; ply?: number | null; readOnly?: boolean }): JSX.Element {
  const ui = uis.find((one) => one.id === props.game.game);
  const info = props.games.find((one) => one.id === props.game.game);
  if (!ui || !info) return <Notice text={t("Unknown game.")} />;
  return (
    <Table
      key={props.game.id}
      engine={engine}
      thinker={bots()}
      ui={ui}
      info={info}
      game={props.game}
      ply={props.ply ?? null}
      readOnly={props.readOnly ?? false}
    />
  );
}

const online = ["online", "t"]; // the routes of the online part

/** What the engine says is told anew in another language: those who show it begin anew. */
function Screen(props: { games: GameInfo[]; version: string; language: string }): JSX.Element {
  const { games, language } = props;
  const route = useRoute();
  const [where = "", what, ply] = route;
  const ui = uis.find((one) => one.id === what);
  const info = games.find((one) => one.id === what);
  if (where === "new" && ui && info) return <NewGame key={what} engine={engine} game={info} ui={ui} />;
  if (where === "rules" && ui && info) return <Rules key={what} ui={ui} game={info} language={language} />;
  if (where === "learn" && ui && info) return <Learn key={what} engine={engine} ui={ui} game={info} />;
  if (online.includes(where)) return <Later key={language} engine={engine} uis={uis} games={games} version={props.version} route={route} />;
  if (where === "settings") return <SettingsScreen />;
  if (where === "r" && what) {
    const at = /^\d+$/.test(ply ?? "") ? Number(ply) : null;
    return <Shared key={`${what} ${at} ${language}`} text={what} ply={at} games={games} />;
  }
  const game = where === "table" && what ? savedGame(what) : null;
  if (game) return <At key={`${game.id} ${language}`} game={game} games={games} />;
  return <Home engine={engine} uis={uis} games={games} />;
}

function App(): JSX.Element {
  const { language } = useSettings();
  const [known, setKnown] = useState<{ version: string; games: GameInfo[] } | null>(null);
  const [spoken, setSpoken] = useState(""); // draws everything again in the new language
  const [isMissing, setIsMissing] = useState(false); // the language that was asked for cannot be fetched now
  const [where = ""] = useRoute();
  useEffect(() => {
    if (known && language === currentLanguage()) return;
    let isLatest = true; // a slow language must not replace one that was chosen after it
    void (async () => {
      const next = await fetchLanguage(language).catch(() => (spoken ? null : fetchLanguage("en")));
      if (!isLatest) return;
      if (next === null) {
        change({ language: spoken });
        setIsMissing(true);
        return;
      }
      setIsMissing(next.language !== language);
      const catalogue = speak(next);
      await engine.words(catalogue);
      if (thinker) await thinker.words(catalogue);
      const info = await engine.games();
      if (!isLatest) return;
      setLevels(info.levels, info.default_level, info.substitute_level);
      setKnown(info);
      setSpoken(next.language);
      cacheLanguage(next.language);
    })();
    return () => {
      isLatest = false;
    };
  }, [language]);
  if (!known) return <p class="loading" aria-busy="true" />;
  return (
    <Frame games={known.games} foot={!["table", "r", "t"].includes(where)} isOnline={online.includes(where)} notice={isMissing ? t("This language is not available offline. Connect once to load it.") : ""}>
      <Screen {...known} language={spoken} />
    </Frame>
  );
}

applyTheme();
keepFocus("#main");
document.documentElement.lang = settings().language;
const root = document.getElementById("app");
if (root) render(<App />, root);
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js");
