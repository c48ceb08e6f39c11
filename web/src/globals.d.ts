// SPDX-License-Identifier: MIT
/** The address of the worker's bundle, set by web/build.mjs. */
declare const WORKER: string;
/** The addresses of what bots have learnt, by "GAME.PLAYERS"; likewise. */
declare const MODELS: Record<string, string>;
/** Our languages, { en: "English", ... }; likewise, from po/languages.h. */
declare const LANGUAGES: Record<string, string>;
declare module "*.css";
