// SPDX-License-Identifier: MIT
// Who builds? The master's hand and the others' lead to one of seven results; the one that applied is current. Each
// result is drawn as three hands, the master's first: what they hold below, who builds above.
import type { JSX } from "preact";
import { t } from "../../app/words";
import { MasterPiece, Sign } from "./art";
import { verdict, type Branch, type DmProps } from "./read";

type Holds = "same" | "other" | "none";

interface Leaf {
  branch: Branch;
  hands: [Holds, Holds, Holds];
  builds: number[];
  extra?: "clash" | "barred" | "gift" | "any";
  word: () => string;
  result: () => string;
}

const leaves: Leaf[] = [
  { branch: "ALONE", hands: ["same", "other", "other"], builds: [0], word: () => t("alone"), result: () => t("master builds") },
  { branch: "THIEVES", hands: ["same", "same", "other"], builds: [1], word: () => t("thieves"), result: () => t("thieves build") },
  { branch: "DISCORD", hands: ["same", "same", "same"], builds: [0], extra: "clash", word: () => t("discord"), result: () => t("master builds") },
  { branch: "BLOCKED", hands: ["same", "other", "other"], builds: [], extra: "barred", word: () => t("blocked"), result: () => t("nobody builds") },
  { branch: "FREE", hands: ["none", "other", "other"], builds: [0], extra: "any", word: () => t("free choice"), result: () => t("any piece or none") },
  { branch: "OWES", hands: ["none", "none", "other"], builds: [], extra: "gift", word: () => t("gift"), result: () => t("to the master") },
  { branch: "NOTHING", hands: ["none", "none", "none"], builds: [], word: () => t("nothing"), result: () => t("nobody builds") },
];

function Held({ x, holds, master }: { x: number; holds: Holds; master: boolean }): JSX.Element {
  const body = `M${x} 38V25h3v-4h4v4h4v-4h4v4h3v13z`;
  if (holds === "none")
    return <path d={`M${x + 2} 31h14`} class={master ? "held master none" : "held none"} />;
  return <path d={body} class={`held ${holds}${master ? " master" : ""}`} />;
}

function LeafPicture({ leaf }: { leaf: Leaf }): JSX.Element {
  const at = (i: number): number => 2 + i * 24 + (i > 0 ? 4 : 0);
  return (
    <svg class="dm-leaf-art" viewBox="0 0 74 42" aria-hidden="true">
      {leaf.hands.map((holds, i) => <Held key={i} x={at(i)} holds={holds} master={i === 0} />)}
      {leaf.builds.map((i) => <path key={i} class="builds" d={`M${at(i) + 9} 3l7 8h-4v6h-6v-6h-4z`} />)}
      {leaf.extra === "clash" && <path class="cross" d="M44 3l-4 7h7l-5 8M60 5l8 10M68 5l-8 10" />}
      {leaf.extra === "barred" && <path class="cross" d="M5 5l12 10M17 5L5 15" />}
      {leaf.extra === "gift" && <path class="gives" d="M39 17Q26 -2 14 14M13 6v9h9" />}
      {leaf.extra === "any" && <path class="gives" d="M26 5.5q6-3 6 1.5 0 3-3.5 4M28.5 16v.1" />}
    </svg>
  );
}

function Leaves({ of, current }: { of: Leaf[]; current: Branch | undefined }): JSX.Element {
  return (
    <ul>
      {of.map((leaf) => (
        <li key={leaf.branch} class={leaf.branch === current ? "dm-leaf current" : "dm-leaf"} data-branch={leaf.branch} aria-current={leaf.branch === current || undefined}>
          <LeafPicture leaf={leaf} />
          <strong>{leaf.word()}</strong>
          <span class="dm-leaf-result">{leaf.result()}</span>
        </li>
      ))}
    </ul>
  );
}

export function WhoBuilds(props: DmProps): JSX.Element {
  const found = verdict(props);
  const current = found?.branch;
  const empty = current === "FREE" || current === "OWES" || current === "NOTHING";
  return (
    <section class="dm-who" aria-label={t("Who builds?")} data-current={current}>
      <div class="dm-who-tree">
        <div class={current && !empty ? "dm-fork current" : "dm-fork"}>
          <p class="dm-root"><MasterPiece size={24} /><Sign kind="3" size={22} /><span>{t("The master shows a piece")}</span></p>
          <Leaves of={leaves.slice(0, 4)} current={current} />
        </div>
        <div class={empty ? "dm-fork current" : "dm-fork"}>
          <p class="dm-root"><MasterPiece size={24} /><Sign kind="-" size={24} /><span>{t("The master shows the empty hand")}</span></p>
          <Leaves of={leaves.slice(4)} current={current} />
        </div>
      </div>
      {found?.say && <p class="dm-verdict">{found.say}</p>}
    </section>
  );
}
