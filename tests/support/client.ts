import { createCipheriv, createHash, createHmac, createSecretKey, hkdfSync, publicEncrypt, randomBytes, type KeyObject } from "node:crypto";
import { APP_ID, envelopeAad, signKeyInfo, signNow, type HashingNow } from "#kernel/sign.ts";
import type { Language } from "#kernel/text.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const hex = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** One answer of the server, read as JSON. */
export interface Reply<T = any> {
  readonly http: number;
  readonly status: "S" | "E";
  readonly code?: string;
  readonly msg?: string;
  readonly data: T;
  readonly page?: { readonly count: number; readonly curIndex: number };
  readonly requestId?: string;
  readonly fieldErrors?: readonly { readonly path: string; readonly code: string; readonly msg: string }[];
}

export interface Handshake {
  readonly certificate: string;
  readonly signKey: string;
  readonly serverTime: number;
  readonly gatewayTag: string;
  readonly keyId: string;
  readonly publicKey: string;
  readonly [more: string]: any;
}

/** A request ready to be sent, so that a test may bend it before. */
export interface Prepared {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | string | undefined;
}

export interface Options {
  readonly method?: "POST" | "GET";
  readonly query?: string;
  /** Fields that travel in envelopes. */
  readonly sealed?: Readonly<Record<string, unknown>>;
  /** The whole body travels as one envelope. */
  readonly sealBody?: boolean;
  /** Request key: the same twice has one effect. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timestamp?: number;
  /** Sends a change as it stands, without looking up the version it is based on. */
  readonly bare?: true;
}

/** How prepared requests reach a server: over the network, or straight into an application under test. */
export type Send = (request: Prepared) => Promise<{ status: number; headers: Headers; body: Buffer }>;

export const overNetwork =
  (baseUrl: string): Send =>
  async ({ method, url, headers, body }) => {
    const response = await fetch(baseUrl + url, { method, headers, body: (body ?? null) as BodyInit | null });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };

/** A browser's half of the conversation in plain Node: handshake, envelopes, signatures. */
export class Client {
  readonly send: Send;
  language: Language = "CN";
  #offset = 0;
  /** The server's time as the handshake told it; a test may put another clock here. */
  now: () => number = () => Date.now() + this.#offset;
  handshake!: Handshake;
  certificate = "";
  code = "";
  tag = "";
  key!: KeyObject;
  session: any = null;
  /** Asked for a proof of identity, shows the password it signed in with and repeats the call, as the browser's dialog does; a test of the asking itself puts false here. */
  provesItself = true;
  #password: string | null = null;

  constructor(send: Send) {
    this.send = send;
  }

  async connect(): Promise<this> {
    const reply = await this.ask({
      method: "GET",
      url: `/api/baseServer/baseLoginService/handshake?language=${this.language}`,
      headers: { "saaf-language": this.language },
      body: undefined,
    });
    if (reply.status !== "S") throw new Error(`handshake: ${reply.code} ${reply.msg}`);
    this.handshake = reply.data as Handshake;
    this.#offset = this.handshake.serverTime - Date.now();
    this.certificate = this.handshake.certificate;
    this.tag = this.handshake.gatewayTag;
    this.code = "";
    this.key = createSecretKey(Buffer.from(this.handshake.signKey, "base64url"));
    return this;
  }

  /** Signs in; answers the reply, and on success goes on as that person. */
  async login(userName: string, password: string, more: object = {}): Promise<Reply> {
    const reply = await this.comeIn("login", { userName, ...more }, { password });
    if (reply.status === "S") this.#password = password;
    return reply;
  }

  /** What the dialog sends. */
  prove(password: string): Promise<Reply> {
    return this.call("baseServer/baseLoginService/proveIdentity", { way: "PASSWORD" }, { sealed: { password } });
  }

  /** One of the three ways in: login, verifyMfa, exchangeTicket. */
  async comeIn(
    way: "login" | "verifyMfa" | "exchangeTicket",
    body: object,
    sealed: Readonly<Record<string, unknown>> = {},
  ): Promise<Reply> {
    const clientKey = randomBytes(32);
    const reply = await this.call(`baseServer/baseLoginService/${way}`, body, {
      sealed: { ...sealed, sessionKey: clientKey.toString("base64url") },
    });
    if (reply.status === "S") this.enter(reply.data, clientKey);
    return reply;
  }

  private enter(data: any, clientKey: Buffer): void {
    this.session = data;
    this.certificate = data.certificate;
    this.code = data.authorizationCode;
    this.tag = data.gatewayTag;
    this.key = createSecretKey(
      Buffer.from(hkdfSync("sha256", clientKey, Buffer.from(data.serverSalt, "base64url"), signKeyInfo(data.certificate), 32)),
    );
  }

  /** Encrypts a JSON value for this one request. */
  seal(value: unknown, timestamp: string, path: string): Record<string, string> {
    const key = randomBytes(32);
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(envelopeAad(this.certificate, timestamp, path)));
    const data = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final(), cipher.getAuthTag()]);
    const ek = publicEncrypt({ key: this.handshake.publicKey, oaepHash: "sha256" }, key);
    return { keyId: this.handshake.keyId, ek: ek.toString("base64url"), iv: iv.toString("base64url"), data: data.toString("base64url") };
  }

  private hashing(): HashingNow {
    return { sha256, hmac: (bytes) => createHmac("sha256", this.key).update(bytes).digest() };
  }

  /** The eight headers of a request over these very bytes. */
  sign(method: string, path: string, query: string, signed: Uint8Array, timestamp: string): Record<string, string> {
    const parts = {
      method,
      path,
      query,
      timestamp,
      nonce: randomBytes(16).toString("base64url"),
      certificate: this.certificate,
      appId: APP_ID,
      gatewayTag: this.tag,
      language: this.language,
      bodyHash: hex(signed),
    };
    return {
      timestamp,
      appid: APP_ID,
      "gateway-tag": this.tag,
      "saaf-language": this.language,
      certificate: this.certificate,
      authorizationcode: this.code,
      ...signNow(parts, this.hashing()),
    };
  }

  /** A signed request with a JSON body (or a GET without), not yet sent. */
  prepare(path: string, body: object = {}, options: Options = {}): Prepared {
    const method = options.method ?? "POST";
    const address = `/api/${path}`;
    const timestamp = String(options.timestamp ?? this.now());
    const query = [options.query ?? "", method === "GET" ? `language=${this.language}` : ""].filter((part) => part !== "").join("&");
    const sealed = Object.fromEntries(
      Object.entries(options.sealed ?? {}).map(([field, value]) => [field, this.seal(value, timestamp, address)]),
    );
    const content = options.sealBody ? this.seal(body, timestamp, address) : { ...body, ...sealed };
    const text = method === "GET" ? "" : JSON.stringify({ ...content, language: this.language });
    const headers: Record<string, string> = {
      ...this.sign(method, address, query, Buffer.from(text), timestamp),
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
      ...(options.key ? { "idempotency-key": options.key } : {}),
      ...options.headers,
    };
    return { method, url: query === "" ? address : `${address}?${query}`, headers, body: method === "GET" ? undefined : text };
  }

  async ask<T = any>(request: Prepared): Promise<Reply<T>> {
    const { status, body } = await this.send(request);
    const text = body.toString("utf8");
    try {
      return { http: status, ...(JSON.parse(text) as object) } as Reply<T>;
    } catch {
      throw new Error(`not JSON (${status}): ${text.slice(0, 200)}`);
    }
  }

  async call<T = any>(path: string, body: object = {}, options: Options = {}): Promise<Reply<T>> {
    const whole = options.bare ? body : await this.versioned(path, body);
    const reply = await this.ask<T>(this.prepare(path, whole, options));
    if (reply.code !== "PROOF_NEEDED" || !this.provesItself || this.#password === null) return reply;
    await this.prove(this.#password);
    return this.ask<T>(this.prepare(path, whole, options));
  }

  /** A change as a page sends it: with the version that was read. */
  private async versioned(path: string, body: object): Promise<object> {
    if (!/Restful\/(saveOrUpdate|doBatchSaveOrUpdate)$/.test(path)) return body;
    const read = async (row: Record<string, unknown>): Promise<object> => {
      if (typeof row?.["id"] !== "string" || row["versionNum"] !== undefined) return row;
      const { data } = await this.ask(this.prepare(path.replace(/[^/]+$/, "findById"), { id: row["id"] }));
      return { ...row, versionNum: data?.versionNum ?? 1 };
    };
    const { rows } = body as { rows?: unknown };
    if (Array.isArray(rows)) return { ...body, rows: await Promise.all(rows.map(read)) };
    return read(body as Record<string, unknown>);
  }

  /** Raw bytes, signed: one piece of a large file. */
  bytes<T = any>(path: string, bytes: Uint8Array, query = ""): Promise<Reply<T>> {
    const address = `/api/${path}`;
    const headers = { ...this.sign("POST", address, query, bytes, String(this.now())), "content-type": "application/octet-stream" };
    return this.ask<T>({ method: "POST", url: query === "" ? address : `${address}?${query}`, headers, body: bytes });
  }

  /** Fetches a file; an error in JSON comes back as `error`. */
  async download(
    path: string,
    body: object = {},
    options: Options = {},
  ): Promise<{ http: number; bytes: Buffer; fileName: string; headers: Headers; error: Reply | null }> {
    const { status, headers, body: bytes } = await this.send(this.prepare(path, body, options));
    const isJson = /\bjson\b/.test(headers.get("content-type") ?? "");
    const name = /filename\*=UTF-8''([^;]+)/i.exec(headers.get("content-disposition") ?? "")?.[1];
    return {
      http: status,
      bytes,
      headers,
      fileName: name ? decodeURIComponent(name) : "",
      error: isJson ? ({ http: status, ...(JSON.parse(bytes.toString("utf8")) as object) } as Reply) : null,
    };
  }

  /** A signed multipart body: meta first, then the files it describes. */
  prepareUpload(path: string, files: readonly { name: string; bytes: Uint8Array; mime?: string }[], meta: object = {}): Prepared {
    const address = `/api/${path}`;
    const described = files.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: hex(bytes) }));
    const metaText = JSON.stringify({
      path: "",
      functionId: "",
      businessId: "",
      fileDesc: "",
      ...meta,
      language: this.language,
      files: described,
    });
    const edge = `----srm${randomBytes(12).toString("hex")}`;
    const part = (head: string, content: Uint8Array) =>
      Buffer.concat([Buffer.from(`--${edge}\r\n${head}\r\n\r\n`), content, Buffer.from("\r\n")]);
    const body = Buffer.concat([
      part('Content-Disposition: form-data; name="meta"', Buffer.from(metaText)),
      ...files.map(({ name, bytes, mime }) =>
        part(
          `Content-Disposition: form-data; name="files"; filename="${name.replaceAll('"', "%22")}"\r\nContent-Type: ${mime ?? "application/octet-stream"}`,
          bytes,
        ),
      ),
      Buffer.from(`--${edge}--\r\n`),
    ]);
    const headers = {
      ...this.sign("POST", address, "", Buffer.from(metaText), String(this.now())),
      "content-type": `multipart/form-data; boundary=${edge}`,
    };
    return { method: "POST", url: address, headers, body };
  }

  upload<T = any>(
    path: string,
    files: readonly { name: string; bytes: Uint8Array; mime?: string }[],
    meta: object = {},
  ): Promise<Reply<T>> {
    return this.ask<T>(this.prepareUpload(path, files, meta));
  }

  /** Takes over the rotated code, as a browser does. */
  async heartbeat(lastActiveAt?: number): Promise<Reply> {
    const reply = await this.call("baseServer/baseLoginService/heartbeat", { lastActiveAt: lastActiveAt ?? this.now() });
    if (reply.status === "S") this.code = reply.data.authorizationCode;
    return reply;
  }
}

/** Connects to a running server: handshake done, ready to sign in. */
export const connect = (baseUrl: string): Promise<Client> => new Client(overNetwork(baseUrl)).connect();

/** Connects and signs in; throws when it is refused. */
export async function signIn(baseUrl: string, userName: string, password: string, language: Language = "CN"): Promise<Client> {
  const client = new Client(overNetwork(baseUrl));
  client.language = language;
  await client.connect();
  const reply = await client.login(userName, password);
  if (reply.status !== "S") throw new Error(`sign-in of ${userName}: ${reply.code} ${reply.msg}`);
  return client;
}
