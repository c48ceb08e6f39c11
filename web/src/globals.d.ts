// SPDX-License-Identifier: MIT
/** The address of the worker's bundle, set by web/build.mjs. */
declare const WORKER: string;
declare module "*.css";
