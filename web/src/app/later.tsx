// SPDX-License-Identifier: MIT
// The online part of the page, which is fetched when somebody wants it: its code, its style and its words. It is not kept
// for offline play, where it would be of no use.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Route } from "./route";
import { learn, t } from "./words";
import type { GameUi } from "../boards/board";
import type { Engine } from "../engine/client";
import type { GameInfo } from "../engine/types";

export interface OnlineProps {
  engine: Engine;
  uis: GameUi[];
  games: GameInfo[];
  version: string; // of the engine
  route: Route;
}

type Part = typeof import("../online/index");

/** web/build.mjs writes the name of the style into the page. */
function fetchStyle(): Promise<void> {
  const name = document.querySelector<HTMLMetaElement>("meta[name=online-style]")?.content;
  if (!name || document.querySelector(`link[href="${name}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = name;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(name));
    });
    document.head.append(link);
  });
}

let part: Part | null = null;

async function fetchPart(): Promise<void> {
  const [loaded] = await Promise.all([import("../online/index"), fetchStyle(), learn("online")]);
  part = loaded;
}

export function Later(props: OnlineProps): JSX.Element {
  const [state, setState] = useState<"loading" | "there" | "failed">(part ? "there" : "loading");
  const load = () => {
    setState("loading");
    fetchPart().then(
      () => setState("there"),
      () => setState("failed"),
    );
  };
  useEffect(() => {
    if (!part) load();
  }, []);
  if (part && state === "there") return <part.Online {...props} />;
  if (state === "loading") return <p class="loading">{t("Please wait...")}</p>;
  return (
    <div class="page" role="alert">
      <h1>{t("The server cannot be reached.")}</h1>
      <p class="page-lead">{t("You can still play on this screen, alone or with friends.")}</p>
      <p>
        <button type="button" class="button primary" onClick={load}>
          {t("Try again")}
        </button>{" "}
        <button type="button" class="button" onClick={() => location.reload()}>
          {t("Reload the page")}
        </button>
      </p>
    </div>
  );
}
