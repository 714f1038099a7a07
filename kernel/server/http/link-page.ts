import { timingSafeEqual } from "node:crypto";
import { Refusal } from "../../refusal.ts";
import type { Context } from "./call.ts";
import type { Keys } from "../gate/keys.ts";
import { say, type Language, type Text } from "../../text.ts";

export const escaped = (text: unknown): string => String(text ?? "").replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

interface Shape {
  readonly keys: Pick<Keys, "mac">;
  /** Tickets of one purpose open nothing of another. */
  readonly purpose: string;
  readonly title: Text;
  /** Where the same is done signed in. */
  readonly wayIn: { readonly url: string; readonly label: Text };
  noLink(): Refusal;
}

const style = `body{font:16px/1.6 system-ui,sans-serif;max-width:34em;margin:2em auto;padding:0 16px}h1{font-size:20px}dl{display:grid;grid-template-columns:auto 1fr;gap:2px 16px}dd{margin:0}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:4px 8px;border-bottom:1px solid}textarea{display:block;width:100%;box-sizing:border-box;font:inherit}button{font:inherit;padding:8px 24px;min-height:44px}`;

/** The small pages behind links in e-mails: a signed ticket says who may do what; no script, no colours, made for a telephone. */
export class LinkPages<T extends readonly unknown[]> {
  readonly #shape: Shape;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  ticket(values: T): string {
    const body = Buffer.from(JSON.stringify(values)).toString("base64url");
    return `${body}.${this.#mark(body)}`;
  }

  #mark = (body: string): string => this.#shape.keys.mac(this.#shape.purpose, body).slice(0, 40);

  #read(token: unknown): T {
    if (typeof token !== "string" || token.length > 600) throw this.#shape.noLink();
    const [body = "", mark = ""] = token.split(".");
    const right = this.#mark(body);
    if (mark.length !== right.length || !timingSafeEqual(Buffer.from(mark), Buffer.from(right))) throw this.#shape.noLink();
    return JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as T;
  }

  /** What the ticket of a request says, for what is no page: a file behind the same link. */
  opened = (ctx: Context): T => this.#read((ctx.request.query as Readonly<Record<string, unknown>>)["token"]);

  /** Answers with what the work says about the ticket, or with why not. */
  async page(ctx: Context, work: (ticket: T) => Promise<string>): Promise<unknown> {
    const send = (code: number, body: string) =>
      ctx.reply
        .code(code)
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-store")
        .header("referrer-policy", "no-referrer")
        .send(this.#html(ctx.language, body));
    try {
      return send(200, await work(this.opened(ctx)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return send(error.http === 200 ? 409 : error.http, `<p>${escaped(say(error.text, ctx.language))}</p>${this.wayIn(ctx.language)}`);
    }
  }

  wayIn(language: Language): string {
    const { url, label } = this.#shape.wayIn;
    return `<p><a href="${escaped(url)}">${escaped(say(label, language))}</a></p>`;
  }

  #html(language: Language, body: string): string {
    return `<!doctype html><html lang="${language === "EN" ? "en" : "zh"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(say(this.#shape.title, language))}</title><style>${style}</style></head><body>${body}</body></html>`;
  }
}

/** The fields of a form without script. */
export const formOf = (ctx: Context): URLSearchParams =>
  new URLSearchParams(Buffer.isBuffer(ctx.request.body) ? ctx.request.body.toString("utf8") : "");
