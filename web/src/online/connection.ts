// SPDX-License-Identifier: MIT
// The one connection of this page to its server: who we are, questions and their answers, news, and coming back after it
// was lost. Questions that are asked while it is away wait for it.
import { settings } from "../app/settings";
import { Lost, Refused, type Me, type News, type RequestName, type Requests } from "./protocol";

/** connecting: for the first time; reconnecting: it was there; old: the server speaks another version than this page;
 * invite: it wants the code of an invitation first; banned: it does not let us in. */
export type Contact = "connecting" | "connected" | "reconnecting" | "old" | "invite" | "banned";

const VERSION = 2;
const SUBPROTOCOL = "muraille.1";
const PATIENCE = 15000; // milliseconds after which a question is taken for lost, and the connection with it
const PAUSE = { first: 500, most: 30000 };

const KEY = "muraille.online";

interface Waiting {
  text: string;
  resolve: (answer: never) => void;
  reject: (reason: Error) => void;
  timer: number;
}

type Reply = { re?: number; news?: string; error?: string; text?: string };

/** What other devices are shown of this one. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = /Edg\/|OPR\/|Firefox\/|Chrome\/|Safari\//.exec(agent)?.[0].slice(0, -1) ?? "";
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", Chrome: /Edg\//.test(agent) ? "Edge" : "Chrome" };
  const system = /Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0] ?? "";
  return [names[browser] ?? browser, system].filter(Boolean).join(" · ") || "Browser";
}

function readToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    // a browser that keeps nothing is a new guest next time
  }
}

export class Connection {
  contact: Contact = "connecting";
  me: Me | null = null;
  /** Why we are not let in, in the server's words. */
  refusal = "";
  /** The code of an invitation, shown to a server that asks for one. */
  invite: string | undefined;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = 0;
  grace = 60; // seconds until somebody who is away can be replaced
  private socket: WebSocket | null = null;
  private next = 1;
  private readonly waiting = new Map<number, Waiting>(); // sent, not answered
  private queue: { id: number; one: Waiting }[] = []; // not sent yet
  private tries = 0;
  private timer = 0;
  private token = readToken();
  private readonly listeners = new Set<() => void>();
  private readonly hearers = new Set<(news: News) => void>();

  constructor(
    private readonly url: string,
    private readonly engine: string, // the version whose bytes we speak
  ) {
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
    this.connect();
  }

  /** Calls back whenever `contact` or `me` changed. */
  listen(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  }

  hear(news: (news: News) => void): () => void {
    this.hearers.add(news);
    return () => void this.hearers.delete(news);
  }

  /** Asks; waits for the connection if there is none. Rejects with Refused, or with Lost. */
  ask<R extends RequestName>(request: R, more: Requests[R][0]): Promise<Requests[R][1]> {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      const one = { text: JSON.stringify({ do: request, ...more, id }), resolve, reject, timer: 0 } as Waiting;
      if (this.contact === "connected" || request === "hello" || this.isEarly(request)) this.send(id, one);
      else this.queue.push({ id, one });
    });
  }

  /** What may be asked of a server that waits for an invitation. */
  private isEarly(request: RequestName): boolean {
    return (request === "login" || request === "reset") && (this.contact === "invite" || this.contact === "banned") && this.socket !== null;
  }

  // -- Who we are --

  private setMe(me: Me, token?: string): void {
    this.me = me;
    if (token) {
      this.token = token;
      keepToken(token);
    }
    this.tell();
  }

  async login(name: string, password: string, bring: boolean): Promise<void> {
    const { me, token } = await this.ask("login", { name, password, bring, device: deviceName() });
    this.setMe(me, token);
    this.anew(); // whatever was listened to belongs to somebody else
  }

  /** A new password by a code of the operator's; we are whose it is from then on. */
  async reset(code: string, password: string): Promise<void> {
    const { me, token } = await this.ask("reset", { code, password, device: deviceName() });
    this.setMe(me, token);
    this.anew();
  }

  /** Shows this invitation from now on, and at once if the server waits for one. */
  show(invite: string): void {
    this.invite = invite;
    if (this.contact === "invite" && this.socket) void this.greet(this.socket);
  }

  async rename(name: string, old: string): Promise<void> {
    await this.ask("name", { name, ...(old && { old }) });
    if (this.me) this.setMe({ ...this.me, name });
  }

  async setPassword(password: string, old: string): Promise<void> {
    await this.ask("password", { password, ...(old && { old }) });
    if (this.me) this.setMe({ ...this.me, has_password: password !== "" });
  }

  async setHook(url: string): Promise<void> {
    await this.ask("hook", { url });
    if (this.me) this.setMe({ ...this.me, hook: url });
  }

  /** Ends this session, or deletes the person; whoever comes next in this browser is a new guest. */
  async end(how: "logout" | "forget", old: string): Promise<void> {
    if (how === "logout") await this.ask("logout", {});
    else await this.ask("forget", { sure: true, ...(old && { old }) });
    this.token = undefined;
    keepToken(null);
    this.anew();
  }

  speak(lang: string): void {
    if (this.me && this.me.lang !== lang && this.contact === "connected") {
      this.me = { ...this.me, lang };
      void this.ask("lang", { lang }).catch(() => {});
    }
  }

  // -- The wire --

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }

  private setContact(contact: Contact): void {
    if (contact === this.contact) return;
    this.contact = contact;
    this.tell();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = new WebSocket(this.url, SUBPROTOCOL);
    this.socket = socket;
    socket.addEventListener("open", () => void this.greet(socket));
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      if (socket === this.socket) this.heard(JSON.parse(event.data) as Reply);
    });
    socket.addEventListener("close", () => {
      if (socket === this.socket) this.lost();
    });
  }

  private async greet(socket: WebSocket): Promise<void> {
    try {
      const who = this.token ? { token: this.token } : this.invite ? { invite: this.invite } : {};
      const answer = await this.ask("hello", { v: VERSION, ...who, lang: settings().language, device: deviceName() });
      if (socket !== this.socket) return;
      this.tries = 0;
      this.refusal = "";
      this.ahead = answer.now - Date.now();
      this.grace = answer.grace ?? this.grace;
      this.contact = answer.engine === this.engine ? "connected" : "old";
      this.setMe(answer.me, answer.token);
      if (this.contact === "connected") this.sendQueue();
    } catch (reason) {
      if (socket !== this.socket || !(reason instanceof Refused)) return;
      if (reason.code === "token") {
        this.token = undefined;
        keepToken(null);
        void this.greet(socket);
      } else if (reason.code === "version") this.setContact("old");
      else if (reason.code === "invite" || reason.code === "banned") this.waitOutside(reason.code, reason.message);
      else socket.close();
    }
  }

  /** The connection stays: one may still log in, or show an invitation. */
  private waitOutside(contact: "invite" | "banned", refusal: string): void {
    this.me = null;
    this.refusal = refusal;
    this.contact = contact;
    this.tell();
  }

  private send(id: number, one: Waiting): void {
    this.waiting.set(id, one);
    one.timer = window.setTimeout(() => this.socket?.close(), PATIENCE);
    this.socket?.send(one.text);
  }

  private sendQueue(): void {
    const queue = this.queue;
    this.queue = [];
    for (const { id, one } of queue) this.send(id, one);
  }

  private heard(message: Reply): void {
    if (message.news !== undefined) {
      const news = message as unknown as News;
      if (news.news === "bye") this.tries = 1; // it comes back in a moment
      for (const hearer of [...this.hearers]) hearer(news);
      return;
    }
    const one = this.waiting.get(message.re ?? -1);
    if (!one) return;
    this.waiting.delete(message.re ?? -1);
    clearTimeout(one.timer);
    if (message.error === undefined) one.resolve(message as never);
    else one.reject(new Refused(message.error, message.text ?? message.error));
  }

  /** Pauses grow, and no two clients come back at the same moment. */
  private lost(): void {
    this.socket = null;
    for (const one of this.waiting.values()) {
      clearTimeout(one.timer);
      one.reject(new Lost());
    }
    this.waiting.clear();
    if (this.contact === "old") return;
    this.setContact(this.me ? "reconnecting" : "connecting");
    const pause = Math.min(PAUSE.most, PAUSE.first * 2 ** this.tries++);
    this.timer = window.setTimeout(() => this.connect(), pause * (0.5 + Math.random() / 2));
  }

  /** The network or the reader is back: do not wait any longer. */
  private hurry(): void {
    if (this.timer === 0) return;
    this.tries = 0;
    this.connect();
  }

  /** Closes the connection and comes back at once, as whoever the token says. */
  private anew(): void {
    this.tries = 0;
    const socket = this.socket;
    this.lost();
    socket?.close();
    this.hurry();
  }
}
