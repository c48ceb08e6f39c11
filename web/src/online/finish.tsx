// SPDX-License-Identifier: MIT
// After an online game: once more, step through it together, what proves the deal, and how others did with it.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { go } from "../app/route";
import { SeatMark } from "../app/seats";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import { Reason, Switch } from "../screens/forms";
import type { Connection } from "./connection";
import { prove, type Proof } from "./fair";
import { sayReason, sayWho, useDeed } from "./parts";
import type { ListedSeat, TableInfo } from "./protocol";
import type { Room } from "./room";
import type { OnlineSession } from "./session";
import { drawShare, keepSalt, saltsOf, sealOf } from "./share";
import { sit } from "./waiting";

// -- The proof --

function Check(props: { ok: boolean; yes: string; no: string }): JSX.Element {
  return (
    <li data-ok={props.ok}>
      <Icon name={props.ok ? "check" : "remove"} size={16} /> {props.ok ? props.yes : props.no}
    </li>
  );
}

function Proven(props: { proof: Proof }): JSX.Element {
  const { proof } = props;
  if (!proof.secret) return <p class="form-note">{t("The secret is published when all tables with this deal are over.")}</p>;
  return (
    <>
      <ul class="proof-checks">
        <Check ok={proof.fits} yes={t("The secret matches the commitment made before the game.")} no={t("The secret does not match the commitment.")} />
        {proof.sealed !== null && (
          <Check
            ok={proof.sealed}
            yes={t("Everybody's random letters were fixed before any of them were shown.")}
            no={t("Somebody's random letters are not those that were fixed before the deal.")}
          />
        )}
        {proof.own !== null && <Check ok={proof.own} yes={t("Your own random letters are part of the deal.")} no={t("Your own random letters are missing.")} />}
        <Check ok={proof.dealt} yes={t("Dealt again in this browser, the cards are the same.")} no={t("Dealt again in this browser, the cards are different.")} />
      </ul>
      <dl class="proof-facts">
        <dt>{t("commitment")}</dt>
        <dd>{proof.commitment}</dd>
        <dt>{t("secret")}</dt>
        <dd>{proof.secret}</dd>
        {proof.salts.map((salt, i) => (
          <div key={i}>
            <dt>
              <SeatMark seat={i + 1} size={16} title={t("seat {n}", { n: i + 1 })} />
            </dt>
            <dd>{salt || "–"}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ProofPanel(props: { room: Room; session: OnlineSession }): JSX.Element {
  const { room, session } = props;
  const [proof, setProof] = useState<Proof | null>(null);
  const verify = async () => {
    const info = room.info as TableInfo;
    setProof(await prove(await session.record(), info.fair.commitment, saltsOf(room.id), sealOf(room.id), info.my_seat));
  };
  return (
    <details class="proof" onToggle={(event) => event.currentTarget.open && !proof && session.hasRecord() && void verify()}>
      <summary>
        <Icon name="proof" size={18} /> {t("Was the deal fair?")}
      </summary>
      <div role="status">{proof ? <Proven proof={proof} /> : <p class="form-note">{session.hasRecord() ? t("Please wait...") : t("The secret is published when all tables with this deal are over.")}</p>}</div>
      <p>
        <a class="button quiet" href="#/online/fair">
          {t("How this works")}
        </a>
      </p>
    </details>
  );
}

// -- The same deal elsewhere --

type Others = { table: string; seats: ListedSeat[]; scores: number[] }[];

function Comparison(props: { connection: Connection; room: Room }): JSX.Element | null {
  const { connection, room } = props;
  const [others, setOthers] = useState<Others | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    connection.ask("deal", { table: room.id }).then(
      ({ tables }) => setOthers(tables.filter((one) => one.table !== room.id)),
      (why: unknown) => setReason(sayReason(why)),
    );
  }, [room]);
  if (reason || !others || others.length === 0) return null;
  return (
    <div class="compare">
      <h3>{t("The same deal at other tables")}</h3>
      <ul>
        {others.map((one) => (
          <li key={one.table}>
            <a href={`#/t/${one.table}`}>
              {one.seats.map((seat, i) => (
                <span key={i}>
                  <SeatMark seat={i + 1} size={16} /> {sayWho(seat, i + 1)} <b>{one.scores[i]}</b>
                </span>
              ))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

// -- All of it --

export function Finish(props: { connection: Connection; room: Room; session: OnlineSession; together: boolean; setTogether: (on: boolean) => void }): JSX.Element {
  const { connection, room, session } = props;
  const info = room.info as TableInfo;
  const deed = useDeed();
  const rematch = async () => {
    const { salt, share } = await drawShare();
    const { table } = await connection.ask("rematch", { table: room.id, ...share });
    keepSalt(table, salt);
    await sit(connection, table, (info.my_seat % info.seats.length) + 1).catch(() => {}); // we do already, or it has begun
    go("t", table);
  };
  return (
    <div class="finish">
      <p class="online-links">
        {info.my_seat > 0 && (
          <button type="button" class="button primary" aria-disabled={deed.busy} onClick={() => void deed.run(rematch)} data-rematch>
            <Icon name="restart" />
            {info.rematch ? t("Go to the rematch") : t("Rematch")}
          </button>
        )}
        <a class="button" href={`#/online/again/${room.id}`}>
          <Icon name="branch" />
          {t("The same deal at another table")}
        </a>
        <a class="button quiet" href="#/online">
          {t("All tables")}
        </a>
      </p>
      <Reason text={deed.reason} />
      {info.my_seat > 0 && (
        <Switch label={t("Step through the game together")} on={props.together} turn={props.setTogether} note={t("Everybody at this table sees the position you are looking at.")} />
      )}
      <Comparison connection={connection} room={room} />
      <ProofPanel room={room} session={session} />
    </div>
  );
}
