import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { Client, overNetwork, type Prepared, type Reply } from "./client.ts";

/** A partner system's half of the conversation: a token for its secret, then calls signed with the key made of it. */
export class AppClient extends Client {
  readonly clientId: string;
  #secret: string;
  /** The address the calls come from, as a trusted proxy names it. */
  from: string | null = null;

  constructor(baseUrl: string, clientId: string, secret: string) {
    super(overNetwork(baseUrl));
    this.clientId = clientId;
    this.#secret = secret;
    this.certificate = clientId;
    this.now = () => Date.now();
  }

  override ask<T = any>(request: Prepared): Promise<Reply<T>> {
    return super.ask(this.from === null ? request : { ...request, headers: { ...request.headers, "x-forwarded-for": this.from } });
  }

  /** Fetches a token as any OAuth client does and signs with the derived key from now on. */
  async fetchToken(
    more: Readonly<Record<string, string>> = {},
  ): Promise<Reply & { readonly access_token?: string; readonly expires_in?: number }> {
    const form = new URLSearchParams({ grant_type: "client_credentials", client_id: this.clientId, client_secret: this.#secret, ...more });
    const reply = await this.ask({
      method: "POST",
      url: "/api/baseServer/baseOauthService/token",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    if (reply.status === "S") {
      this.code = reply.data.access_token;
      this.tag = reply.data.gatewayTag;
      this.key = createSecretKey(
        Buffer.from(hkdfSync("sha256", Buffer.from(this.#secret, "base64url"), this.clientId, `SRM-APP-v1|${this.clientId}`, 32)),
      );
    }
    return reply;
  }

  /** Signs with a key that does not belong to the token. */
  spoilKey(): void {
    this.key = createSecretKey(createHmac("sha256", "other").digest());
  }
}
