// SPDX-License-Identifier: MIT
// Coming to a server that does not let everybody in: by invitation, by logging in, or with a new password by a link.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useHeading } from "../app/frame";
import { go } from "../app/route";
import { t } from "../app/words";
import { Reason } from "../screens/forms";
import type { Connection } from "./connection";
import { Contact, Field, SHORTEST, useConnection, useDeed } from "./parts";

/** The code, typed or pasted; a whole link is as good. */
function codeOf(text: string): string {
  return text.trim().split("/").pop() ?? "";
}

function CodeForm(props: { connection: Connection; code: string }): JSX.Element {
  const { connection } = props;
  const [code, setCode] = useState(props.code);
  const show = (event: Event) => {
    event.preventDefault();
    if (codeOf(code)) connection.show(codeOf(code));
  };
  return (
    <form class="page-part" onSubmit={show} aria-labelledby="arrival-invite" data-invite>
      <h2 id="arrival-invite">{t("You have an invitation")}</h2>
      <Field label={t("Code of the invitation")} complete="off" value={code} set={setCode} note={t("It is in the link that you were sent.")} />
      {connection.invite && <Reason text={connection.refusal} />}
      <p>
        <button type="submit" class="button primary">
          {t("Join this server")}
        </button>
      </p>
    </form>
  );
}

function LoginForm(props: { connection: Connection }): JSX.Element {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const deed = useDeed();
  const login = (event: Event) => {
    event.preventDefault();
    void deed.run(() => props.connection.login(name.trim(), password, false));
  };
  return (
    <form class="page-part" onSubmit={login} aria-labelledby="arrival-login" data-login>
      <h2 id="arrival-login">{t("You have played here before")}</h2>
      <Field label={t("Name")} complete="username" value={name} set={setName} />
      <Field label={t("Password")} type="password" complete="current-password" value={password} set={setPassword} />
      <Reason text={deed.reason} />
      <p>
        <button type="submit" class="button" aria-disabled={deed.busy}>
          {t("Log in")}
        </button>
      </p>
    </form>
  );
}

/** Instead of any online screen, as long as the server waits for an invitation. */
export function Doorstep(props: { connection: Connection; code?: string }): JSX.Element {
  const connection = useConnection(props.connection);
  const heading = useHeading(t("By invitation"));
  return (
    <div class="page" data-doorstep>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {t("By invitation")}
        </h1>
        <p class="page-lead">{t("This server is by invitation only. Ask its operator, or the friend who sent you here, for an invitation.")}</p>
      </header>
      <div class="online-form">
        <CodeForm key={connection.refusal} connection={connection} code={props.code ?? connection.invite ?? ""} />
        <LoginForm connection={connection} />
      </div>
    </div>
  );
}

/** The link of an invitation: it is shown with the first hello. */
export function Invited(props: { connection: Connection; code: string }): JSX.Element {
  const connection = useConnection(props.connection);
  const { contact } = connection;
  connection.invite ??= props.code; // before anything is said
  useEffect(() => connection.show(props.code), [props.code]);
  useEffect(() => {
    if (contact === "connected") go("online");
  }, [contact]);
  if (contact === "invite") return <Doorstep connection={connection} code={props.code} />;
  return (
    <div class="page">
      <Contact connection={connection} />
      <p class="loading">{t("Please wait...")}</p>
    </div>
  );
}

/** The link to a new password. */
export function NewPassword(props: { connection: Connection; code: string }): JSX.Element {
  const connection = useConnection(props.connection);
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [reason, setReason] = useState<string | null>(null);
  const deed = useDeed();
  const heading = useHeading(t("New password"));
  const save = async (event: Event) => {
    event.preventDefault();
    setReason(null);
    if (password.length < SHORTEST) setReason(t("At least {n} characters.", { n: SHORTEST }));
    else if (password !== again) setReason(t("The two do not match."));
    else if (await deed.run(() => connection.reset(props.code, password))) go("online");
  };
  return (
    <div class="page">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {t("New password")}
        </h1>
        <p class="page-lead">{t("Choose a new password. You are logged out on all other devices.")}</p>
      </header>
      {connection.contact !== "invite" && <Contact connection={connection} />}
      <form class="page-part online-form" onSubmit={(event) => void save(event)} data-reset>
        <Field label={t("New password")} type="password" complete="new-password" value={password} set={setPassword} note={t("At least {n} characters.", { n: SHORTEST })} />
        <Field label={t("Repeat the password")} type="password" complete="new-password" value={again} set={setAgain} />
        <Reason text={reason ?? deed.reason} />
        <p>
          <button type="submit" class="button primary" aria-disabled={deed.busy}>
            {t("Save the password")}
          </button>
        </p>
      </form>
    </div>
  );
}
