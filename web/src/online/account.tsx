// SPDX-License-Identifier: MIT
// Who one is on this server: a name, a password for other devices, where one is logged in, where to be told, and all that is
// kept, to take along or to delete.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useHeading } from "../app/frame";
import { go } from "../app/route";
import { pause } from "../app/showing";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import { Asking, Reason, Switch } from "../screens/forms";
import type { Connection } from "./connection";
import { NotifyButton } from "./notify";
import { Contact, Field, NameForm, sayWhen, SHORTEST, useConnection, useDeed } from "./parts";
import type { DeviceSession, Me } from "./protocol";

// -- The password --

function Password(props: { connection: Connection; me: Me }): JSX.Element {
  const { connection, me } = props;
  const [old, setOld] = useState("");
  const [password, setPassword] = useState("");
  const [done, setDone] = useState("");
  const deed = useDeed();
  const save = async (event: Event) => {
    event.preventDefault();
    setDone("");
    if (!(await deed.run(() => connection.setPassword(password, old)))) return;
    setDone(password ? t("Saved. You can now log in on other devices with your name and this password.") : t("Password removed."));
    setOld("");
    setPassword("");
  };
  return (
    <form class="page-part" onSubmit={(event) => void save(event)} aria-labelledby="account-password">
      <h2 id="account-password">{t("Password")}</h2>
      {me.name === "" ? (
        <p class="form-note">{t("Choose a name first; then a password lets you log in on other devices.")}</p>
      ) : (
        <>
          {me.has_password && <Field label={t("Old password")} type="password" complete="current-password" value={old} set={setOld} />}
          <Field label={t("New password")} type="password" complete="new-password" value={password} set={setPassword} note={t("At least {n} characters; empty for none.", { n: SHORTEST })} />
          <p class="form-note">{t("Other devices are logged out when the password changes.")}</p>
          <Reason text={deed.reason} />
          <p class="online-links">
            <button type="submit" class="button" aria-disabled={deed.busy}>
              {t("Save the password")}
            </button>
            <span role="status" class="form-note">
              {done}
            </span>
          </p>
        </>
      )}
    </form>
  );
}

// -- Another device --

function Login(props: { connection: Connection; me: Me }): JSX.Element {
  const { connection, me } = props;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [bring, setBring] = useState(true);
  const deed = useDeed();
  const login = async (event: Event) => {
    event.preventDefault();
    if (await deed.run(() => connection.login(name.trim(), password, bring && me.name === ""))) go("online");
  };
  return (
    <form class="page-part" onSubmit={(event) => void login(event)} aria-labelledby="account-login" data-login>
      <h2 id="account-login">{t("Log in")}</h2>
      <p class="form-note">{t("You have played on another device and set a password there.")}</p>
      <Field label={t("Name")} complete="username" value={name} set={setName} />
      <Field label={t("Password")} type="password" complete="current-password" value={password} set={setPassword} />
      {me.name === "" && <Switch label={t("Keep this guest's games")} on={bring} turn={setBring} />}
      <Reason text={deed.reason} />
      <p>
        <button type="submit" class="button primary" aria-disabled={deed.busy}>
          {t("Log in")}
        </button>
      </p>
    </form>
  );
}

function Devices(props: { connection: Connection }): JSX.Element {
  const { connection } = props;
  const [sessions, setSessions] = useState<DeviceSession[] | null>(null);
  const deed = useDeed();
  const look = async () => setSessions((await connection.ask("sessions", {})).sessions);
  useEffect(() => {
    void look().catch(() => {});
  }, [connection.me?.id]);
  const revoke = (which: { key: string } | { all: true }) =>
    void deed.run(async () => {
      await connection.ask("revoke", which);
      await look();
    });
  return (
    <section class="page-part" aria-labelledby="account-devices">
      <h2 id="account-devices">{t("Devices")}</h2>
      <ul class="online-list" data-sessions={sessions?.length}>
        {sessions?.map((session) => (
          <li key={session.key} class="online-row account-device">
            <span>
              <b>{session.device || t("a device")}</b> {session.mine && <span>({t("this one")})</span>}
              <span class="online-facts">{t("last here: {when}", { when: sayWhen(session.seen) })}</span>
            </span>
            {!session.mine && (
              <button type="button" class="button" aria-disabled={deed.busy} onClick={() => revoke({ key: session.key })}>
                {t("Log out")}
                <span class="sr-only">: {session.device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <Reason text={deed.reason} />
      {(sessions?.length ?? 0) > 1 && (
        <p>
          <button type="button" class="button" onClick={() => revoke({ all: true })}>
            {t("Log out all others")}
          </button>
        </p>
      )}
    </section>
  );
}

// -- Being told --

function Hook(props: { connection: Connection; me: Me }): JSX.Element {
  const [url, setUrl] = useState(props.me.hook);
  const deed = useDeed();
  const save = (event: Event) => {
    event.preventDefault();
    void deed.run(() => props.connection.setHook(url.trim()));
  };
  return (
    <section class="page-part" aria-labelledby="account-tell">
      <h2 id="account-tell">{t("When it is your turn")}</h2>
      <p class="online-links">
        <NotifyButton />
      </p>
      <form class="form-row" onSubmit={save}>
        <Field
          label={t("Notification address")}
          type="url"
          complete="off"
          value={url}
          set={setUrl}
          note={t("The server sends one line of text to this address (HTTP POST), for example to an ntfy topic. Leave it empty for none.")}
        />
        <Reason text={deed.reason} />
        <p>
          <button type="submit" class="button" aria-disabled={deed.busy || url.trim() === props.me.hook}>
            {t("Save")}
          </button>
        </p>
      </form>
    </section>
  );
}

// -- All that is kept --

function download(data: object): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  link.download = "muraille.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const BETWEEN = 2500; // milliseconds: the server takes its time, too

/** All pages of it, one after the other. */
async function exportAll(connection: Connection): Promise<object> {
  const { more: first, ...all } = await connection.ask("export", {});
  for (let after = first; after; ) {
    await pause(BETWEEN);
    const { tables, more } = await connection.ask("export", { after });
    all.tables.push(...tables);
    after = more;
  }
  return all;
}

function Data(props: { connection: Connection }): JSX.Element {
  const { connection } = props;
  const [old, setOld] = useState("");
  const deed = useDeed();
  const end = async (how: "logout" | "forget") => {
    if (await deed.run(() => connection.end(how, old))) go("online");
  };
  return (
    <section class="page-part" aria-labelledby="account-data">
      <h2 id="account-data">{t("Data")}</h2>
      <p class="form-note">{t("The server stores your name, your games, your messages, and where you are logged in. Nothing else, and nobody else gets it.")}</p>
      {connection.me?.has_password && <Field label={t("Your password, to delete your account")} type="password" complete="current-password" value={old} set={setOld} />}
      <Reason text={deed.reason} />
      <p class="online-links">
        <button type="button" class="button" aria-disabled={deed.busy} onClick={() => void deed.run(async () => download(await exportAll(connection)))}>
          <Icon name="download" />
          {t("Download my data")}
        </button>
        <Asking label={<><Icon name="door" />{t("Log out")}</>} question={t("Without a name and a password you cannot come back to these games.")} yes={t("Log out")} no={t("Cancel")} act={() => void end("logout")} />
        <Asking label={<><Icon name="remove" />{t("Delete my account")}</>} question={t("Permanently delete your name, your messages and your sessions? Finished games are kept without your name.")} yes={t("Delete")} no={t("Cancel")} act={() => void end("forget")} />
      </p>
    </section>
  );
}

export function Account(props: { connection: Connection }): JSX.Element {
  const connection = useConnection(props.connection);
  const { me } = connection;
  const heading = useHeading(t("Account and devices"));
  return (
    <div class="page">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {t("Account and devices")}
        </h1>
        <p class="page-lead">{me?.name ? t("You are {name}.", { name: me.name }) : t("You are a guest. This browser keeps the key to your games.")}</p>
      </header>
      <Contact connection={connection} />
      {me && (
        <div class="online-form" key={me.id}>
          <section class="page-part" aria-labelledby="account-name">
            <h2 id="account-name">{t("Name")}</h2>
            <NameForm connection={connection} />
          </section>
          <Password connection={connection} me={me} />
          <Login connection={connection} me={me} />
          <Devices connection={connection} />
          <Hook connection={connection} me={me} />
          <Data connection={connection} />
        </div>
      )}
    </div>
  );
}
