// SPDX-License-Identifier: MIT
// The rules of a game, the same text that `muraille rules` prints, with the pieces drawn beside their names. What the
// rulebook leaves open and we decided is marked.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useHeading } from "../app/frame";
import { currentRoute } from "../app/route";
import { t } from "../app/words";
import { Icon } from "../art/icons";
import type { GameUi } from "../boards/board";
import type { GameInfo } from "../engine/types";
import { Reason } from "./forms";
import { blocksOf, plainOf, type Block, type Inline } from "./markdown";
import "./rules.css";

interface Shown {
  ui: GameUi;
  ruling: string; // how a ruling begins in this language
}

function Words(props: { inlines: Inline[]; ui?: GameUi }): JSX.Element {
  const { ui } = props;
  return (
    <>
      {props.inlines.map((one, i) => {
        switch (one.kind) {
          case "text":
            return one.text;
          case "code":
            return (
              <span key={i} class="rules-code">
                {ui && (
                  <span class="rules-piece">
                    <ui.Piece name={one.text} size={36} />
                  </span>
                )}
                <code>{one.text}</code>
              </span>
            );
          case "emphasis":
            return <em key={i}>{<Words inlines={one.inlines} ui={ui} />}</em>;
          case "strong":
            return <strong key={i}>{<Words inlines={one.inlines} ui={ui} />}</strong>;
        }
      })}
    </>
  );
}

/** A paragraph without the word that marks it as a ruling; null if it is none. */
function rulingOf(inlines: Inline[], mark: string): Inline[] | null {
  const [start, ...rest] = inlines;
  const even = (text: string) => text.replace(/\s/g, " "); // French spaces differ
  if (start?.kind !== "text" || !even(start.text).startsWith(even(mark))) return null;
  const text = start.text.slice(mark.length).trimStart();
  return [{ kind: "text", text: text.slice(0, 1).toUpperCase() + text.slice(1) }, ...rest];
}

function Paragraph(props: { inlines: Inline[]; shown: Shown; plain?: boolean }): JSX.Element {
  const ruling = rulingOf(props.inlines, props.shown.ruling);
  if (ruling)
    return (
      <div class="rules-ruling">
        <span class="rules-label">{props.shown.ruling.replace(/\s*:$/, "")}</span>
        <p>
          <Words inlines={ruling} />
        </p>
      </div>
    );
  const words = <Words inlines={props.inlines} />;
  return props.plain ? words : <p>{words}</p>;
}

function Table(props: { head: Inline[][]; rows: Inline[][][]; ui: GameUi }): JSX.Element {
  return (
    <div class="rules-table" role="region" tabIndex={0} aria-label={props.head.map(plainOf).join(", ")}>
      <table>
        {props.head.length > 0 && (
          <thead>
            <tr>
              {props.head.map((cell, i) => (
                <th key={i} scope="col">
                  <Words inlines={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {props.rows.map((row, i) => (
            <tr key={i}>
              {row.map((cell, k) => (
                <td key={k}>
                  <Words inlines={cell} ui={props.ui} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Blocks(props: { blocks: Block[]; shown: Shown; inItem?: boolean }): JSX.Element {
  const { shown } = props;
  const draw = (block: Block, key: number): ComponentChildren => {
    switch (block.kind) {
      case "heading": {
        const Title = block.level <= 2 ? "h2" : "h3";
        return (
          <Title key={key} id={`rules-${block.id}`} tabIndex={-1}>
            <Words inlines={block.inlines} />
          </Title>
        );
      }
      case "paragraph":
        return <Paragraph key={key} inlines={block.inlines} shown={shown} plain={props.inItem && props.blocks.length === 1} />;
      case "list": {
        const List = block.ordered ? "ol" : "ul";
        return (
          <List key={key}>
            {block.items.map((item, i) => (
              <li key={i}>
                <Blocks blocks={item} shown={shown} inItem />
              </li>
            ))}
          </List>
        );
      }
      case "table":
        return <Table key={key} head={block.head} rows={block.rows} ui={shown.ui} />;
      case "code":
        return (
          <pre key={key}>
            <code>{block.text}</code>
          </pre>
        );
    }
  };
  return <>{props.blocks.map(draw)}</>;
}

/** The text of the rules; in English where a language has none. null while it is on its way. */
function useText(game: string, language: string): { text: string | null; failed: boolean } {
  const [answer, setAnswer] = useState<{ text: string | null; failed: boolean }>({ text: null, failed: false });
  useEffect(() => {
    let gone = false;
    const load = async () => {
      for (const one of [language, "en"]) {
        const response = await fetch(`rules/${game}.${one}.md`).catch(() => null);
        if (response?.ok) return { text: await response.text(), failed: false };
      }
      return { text: null, failed: true };
    };
    void load().then((loaded) => !gone && setAnswer(loaded));
    return () => {
      gone = true;
    };
  }, [game, language]);
  return answer;
}

/** A third part of the address is a chapter: #/rules/GAME/CHAPTER. */
function useChapter(ready: boolean): void {
  useEffect(() => {
    const visit = () => {
      const chapter = currentRoute()[2];
      const title = chapter && document.getElementById(`rules-${decodeURIComponent(chapter)}`);
      if (title) {
        title.scrollIntoView();
        title.focus({ preventScroll: true });
      }
    };
    if (ready) visit();
    addEventListener("hashchange", visit);
    return () => removeEventListener("hashchange", visit);
  }, [ready]);
}

export function Rules(props: { ui: GameUi; game: GameInfo; language: string }): JSX.Element {
  const { ui, game } = props;
  const { text, failed } = useText(game.id, props.language);
  const heading = useHeading(t("Rules: {game}", { game: game.name }));
  const blocks = useMemo(() => (text === null ? [] : blocksOf(text)), [text]);
  useChapter(blocks.length > 0);
  const [wide, setWide] = useState(() => matchMedia("(min-width: 1000px)").matches);
  useEffect(() => {
    const query = matchMedia("(min-width: 1000px)");
    const changed = () => setWide(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);

  const chapters = blocks.filter((block) => block.kind === "heading" && block.level === 2);
  const body = blocks.filter((block) => block.kind !== "heading" || block.level > 1);
  return (
    <div class="rules">
      <header class="rules-head">
        <div class="rules-title">
          <h1 ref={heading} tabIndex={-1}>
            {game.name}
          </h1>
          <p class="rules-sub">{t("The rules")}</p>
          <div class="rules-ways">
            <a class="button primary" href={`#/learn/${game.id}`}>
              <Icon name="learn" />
              {t("Learn by playing")}
            </a>
            <a class="button" href={`#/new/${game.id}`}>
              {t("New game")}
            </a>
            <button type="button" class="button quiet rules-print" onClick={() => print()}>
              {t("Print")}
            </button>
          </div>
        </div>
        <div class="rules-picture">
          <ui.Picture />
        </div>
      </header>
      <div class="rules-columns">
        <nav class="rules-contents" aria-label={t("Contents")}>
          <details open={wide}>
            <summary>{t("Contents")}</summary>
            <ol>
              {chapters.map(
                (block) =>
                  block.kind === "heading" && (
                    <li key={block.id}>
                      <a href={`#/rules/${game.id}/${encodeURIComponent(block.id)}`}>{plainOf(block.inlines)}</a>
                    </li>
                  ),
              )}
            </ol>
          </details>
        </nav>
        <article class="rules-text" aria-busy={text === null && !failed}>
          <Blocks blocks={body} shown={{ ui, ruling: t("Ruling:") }} />
          <Reason text={failed ? t("The rules could not be loaded. Try again when you are connected.") : null} />
        </article>
      </div>
    </div>
  );
}
