import { createCipheriv, createHash, createHmac, hkdfSync, publicEncrypt, randomBytes } from "node:crypto";

/** A client made of nothing but the description: it knows no address, no name of a field and no header beforehand. */
type Json = Record<string, any>;

const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();
const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly Json[];
  readonly schema: Json | undefined;
  readonly answer: Json;
  readonly headers: readonly (readonly [scheme: string, header: string])[];
}

export class DescribedClient {
  readonly #description: Json;
  readonly #operations = new Map<string, Operation>();
  #session = { certificate: "", authorizationCode: "", gatewayTag: "", signKey: Buffer.alloc(0), offset: 0 };
  #keys = { keyId: "", publicKey: "" };

  constructor(description: Json) {
    this.#description = description;
    for (const [path, methods] of Object.entries(description["paths"] as Json))
      for (const [method, described] of Object.entries(methods as Json))
        this.#operations.set(described.operationId, this.#read(path, method, described));
  }

  #read(path: string, method: string, described: Json): Operation {
    const schemes: Json = this.#description["components"].securitySchemes;
    return {
      path,
      method: method.toUpperCase(),
      parameters: described["parameters"] ?? [],
      schema: described["requestBody"]?.content["application/json"]?.schema,
      answer: described["responses"][200].content["application/json"].schema,
      headers: Object.keys(described["security"][0] ?? {}).map((name) => [name, schemes[name].name]),
    };
  }

  #resolve(schema: Json): Json {
    const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1)! : null;
    return name ? this.#description["components"].schemas[name] : schema;
  }

  /** What is wrong with a value in the eyes of a schema, as far as names and plain types go. */
  faults(of: Json, value: any, path = ""): string[] {
    const schema = this.#resolve(of);
    if (schema["oneOf"]) {
      const tries = (schema["oneOf"] as Json[]).map((json) => this.faults(json, value, path));
      return tries.some((candidate) => candidate.length === 0) ? [] : tries[0]!;
    }
    if ("const" in schema) return schema["const"] === value ? [] : [`${path} is not ${String(schema["const"])}`];
    const type = value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
    if (schema["type"] && ![schema["type"]].flat().includes(type)) return [`${path} is ${type}`];
    if (type === "array") return (value as unknown[]).flatMap((entry, i) => this.faults(schema["items"] ?? {}, entry, `${path}[${i}]`));
    if (type !== "object") return [];
    const missing = ((schema["required"] as string[]) ?? []).filter((key) => !(key in value)).map((key) => `${path}.${key} is missing`);
    const inner = Object.entries(value as Json).flatMap(([key, entry]) =>
      schema["properties"]?.[key] ? this.faults(schema["properties"][key], entry, `${path}.${key}`) : [],
    );
    return [...missing, ...inner];
  }

  async call(operationId: string, body: Json = {}): Promise<Json> {
    const operation = this.#operations.get(operationId);
    if (!operation) throw new Error(`no operation ${operationId}`);
    const timestamp = String(Date.now() + this.#session.offset);
    const sent = this.#sealed(operation, body, timestamp);
    const wrong = operation.schema ? this.faults(operation.schema, sent) : [];
    if (wrong.length) throw new Error(`${operationId} does not take this: ${wrong.join(", ")}`);
    const isGet = operation.method === "GET";
    const query = isGet ? operation.parameters.map((parameter) => [parameter["name"], parameter["schema"].enum?.[1] ?? ""]) : [];
    const text = isGet ? "" : JSON.stringify({ ...sent, language: "EN" });
    const address = query
      .map(([k, v]) => `${encode(k)}=${encode(v)}`)
      .toSorted()
      .join("&");
    const response = await fetch(`${this.#description["servers"][0].url}${operation.path}${address ? `?${address}` : ""}`, {
      method: operation.method,
      headers: { ...this.#signed(operation, text, address, timestamp), ...(isGet ? {} : { "content-type": "application/json" }) },
      body: isGet ? null : text,
    });
    const reply = (await response.json()) as Json;
    const odd = this.faults(operation.answer, reply);
    if (odd.length)
      throw new Error(
        `${operationId} answered otherwise than described: ${odd.slice(0, 5).join(", ")} ${JSON.stringify(reply).slice(0, 300)}`,
      );
    return reply;
  }

  /** Names whose schema is an envelope travel in one. */
  #sealed({ schema, path }: Operation, body: Json, timestamp: string): Json {
    const named: Json = schema ? (this.#resolve(schema)["properties"] ?? {}) : {};
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key,
        named[key]?.$ref?.endsWith("/Envelope") ? this.#seal(value, timestamp, path) : value,
      ]),
    );
  }

  #seal(value: unknown, timestamp: string, path: string): Json {
    const [key, iv] = [randomBytes(32), randomBytes(12)];
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from([this.#session.certificate, timestamp, path].join("|")));
    const data = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final(), cipher.getAuthTag()]);
    const ek = publicEncrypt({ key: this.#keys.publicKey, oaepHash: "sha256" }, key);
    return { keyId: this.#keys.keyId, ek: ek.toString("base64url"), iv: iv.toString("base64url"), data: data.toString("base64url") };
  }

  #signed({ headers, method, path }: Operation, text: string, query: string, timestamp: string): Record<string, string> {
    const signing: Json = this.#description["x-signing"];
    const { certificate, authorizationCode, gatewayTag, signKey } = this.#session;
    const nonce = randomBytes(16).toString("base64url");
    const known: Record<string, string> = {
      method,
      path,
      query,
      timestamp,
      nonce,
      certificate,
      authorizationCode,
      gatewayTag,
      appId: signing["appId"],
      language: "EN",
      bodyHash: sha256(text).toString("hex"),
    };
    let chain = hmac(signKey, ["APP", timestamp, nonce, certificate, known["appId"]].join("|"));
    const rounds = 3 + ([...timestamp].reduce((sum, digit) => sum + Number(digit), 0) % 7);
    for (let i = 0; i < rounds; i++) chain = sha256(Buffer.concat([chain, Buffer.from(timestamp)]));
    const lines = (signing["paramsign"].lines as string[]).map((name) => known[name] ?? name);
    known["appsign"] = `v1.${nonce}.${chain.toString("base64url")}`;
    known["paramsign"] = `v1.${hmac(signKey, lines.join("\n")).toString("base64url")}`;
    return Object.fromEntries(headers.map(([scheme, header]) => [header, known[scheme] ?? ""]));
  }

  async signIn(userName: string, password: string): Promise<void> {
    const { handshake, signIn } = this.#description["x-signing"];
    const { data: hello } = await this.call(handshake);
    this.#keys = { keyId: hello.keyId, publicKey: hello.publicKey };
    const { certificate, gatewayTag } = hello;
    this.#session = {
      certificate,
      gatewayTag,
      authorizationCode: "",
      offset: hello.serverTime - Date.now(),
      signKey: Buffer.from(hello.signKey, "base64url"),
    };
    const clientKey = randomBytes(32);
    const reply = await this.call(signIn, { userName, password, sessionKey: clientKey.toString("base64url") });
    if (reply["status"] !== "S") throw new Error(`${reply["code"]} ${reply["msg"]}`);
    const { data } = reply;
    const info = `SRM-SIGN-v1|${data.certificate}`;
    this.#session = {
      ...this.#session,
      certificate: data.certificate,
      authorizationCode: data.authorizationCode,
      gatewayTag: data.gatewayTag,
      signKey: Buffer.from(hkdfSync("sha256", clientKey, Buffer.from(data.serverSalt, "base64url"), info, 32)),
    };
  }
}

/** Reads the description where a running product serves it. */
export async function describedClient(url: string): Promise<{ readonly client: DescribedClient; readonly headers: Headers }> {
  const response = await fetch(`${url}/api/openapi.json`);
  const description = (await response.json()) as Json;
  // A test product listens on a port of its own; the description names the address it is told to be public.
  return { client: new DescribedClient({ ...description, servers: [{ url }] }), headers: response.headers };
}
