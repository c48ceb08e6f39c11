// SPDX-License-Identifier: MIT
// A table in this browser: the common view, covered between people, and a word when bots cannot be had as they are.
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useHeading } from "../app/frame";
import type { SavedGame } from "../app/saved";
import { Session } from "../app/session";
import { t } from "../app/words";
import type { GameUi } from "../boards/board";
import type { Engine } from "../engine/client";
import type { GameInfo } from "../engine/types";
import { Cover } from "./cover";
import { Notice } from "./forms";
import { Untaught } from "./hint";
import { TableView, useShown } from "./tableview";

interface TableProps {
  engine: Engine;
  thinker: Engine;
  ui: GameUi;
  info: GameInfo;
  game: SavedGame;
  ply: number | null; // where to begin to look; null: where the game is now
  readOnly: boolean;
}

export function Table(props: TableProps): JSX.Element {
  const { ui, info, readOnly } = props;
  const session = useMemo(
    () => new Session(props.engine, props.thinker, props.game, ui.steps, readOnly),
    [props.engine, props.thinker, props.game.id, readOnly],
  );
  const [shown, refusal] = useShown(session, props.ply);
  const [wasOver] = useState(props.game.over);
  const heading = useHeading(info.name, shown !== null);
  if (refusal) return <Notice text={t("{game} cannot be opened: {reason}", { game: info.name, reason: refusal })} />;
  if (!shown) return <p class="loading">{t("Please wait...")}</p>;
  if (session.cover) return <Cover player={session.cover} ready={() => void session.uncover()} />;
  const untaught = session.untaught.length > 0 && (
    <Untaught levels={session.untaught} again={() => void session.teachAgain()} against={(level) => void session.playAgainst(level)} />
  );
  return <TableView session={session} shown={shown} ui={ui} info={info} readOnly={readOnly} wasOver={wasOver} heading={heading} notices={untaught} />;
}
