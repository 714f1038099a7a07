import { bytesOf, CHANGED_HEADER, toHex } from "../sign.ts";
import { CallError, readReply, wordlessError } from "./call-error.ts";
import type { Reply } from "./call-error.ts";
import { learnServerTime, serverNow } from "./clock.ts";
import { randomId, sha256 } from "./crypto.ts";
import { sumFile } from "./file/sum.ts";
import { currentLanguage } from "./language.ts";
import { door, readChanged, signedHeaders } from "./wire.ts";

/** What the server must know of the files besides their bytes. */
export interface UploadMeta {
  readonly path?: string;
  readonly functionId?: string;
  readonly businessId?: string;
  readonly fileDesc?: string;
  readonly [more: string]: unknown;
}

export interface UploadOptions {
  /** 0 to 1 */
  onProgress?(part: number): void;
  readonly signal?: AbortSignal;
}

/** Uploads files as one signed multipart request: the signature covers meta, and meta covers every file by size and hash. */
export async function upload<T>(path: string, files: readonly File[], meta: UploadMeta, options: UploadOptions = {}): Promise<Reply<T>> {
  const described = await Promise.all(
    files.map(async (file) => ({ name: file.name, size: file.size, sha256: await sumFile(file, options.signal) })),
  );
  const whole = { path: "", functionId: "", businessId: "", fileDesc: "", ...meta, language: currentLanguage(), files: described };
  const form = new FormData();
  const metaText = JSON.stringify(whole);
  form.append("meta", metaText);
  for (const file of files) form.append("files", file, file.name);
  const key = randomId();
  try {
    return await post<T>(path, form, metaText, key, options);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "SIGN_TIME") throw error;
    learnServerTime((error.data as { serverTime?: unknown } | null)?.serverTime);
    return post<T>(path, form, metaText, key, options);
  }
}

async function post<T>(
  path: string,
  form: FormData,
  metaText: string,
  key: string,
  { onProgress, signal }: UploadOptions,
): Promise<Reply<T>> {
  const address = `/api/${path}`;
  const signer = await door().signer();
  const [bare = "", query = ""] = address.split(/\?(.*)/s);
  const headers = await signedHeaders(signer, "POST", bare, query, String(serverNow()), toHex(await sha256(bytesOf(metaText))));
  headers["Idempotency-Key"] = key;
  signal?.throwIfAborted();
  return new Promise<Reply<T>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onerror = () => reject(wordlessError("NETWORK"));
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    request.onload = () => {
      readChanged(request.getResponseHeader(CHANGED_HEADER));
      try {
        resolve(readReply<T>(request.responseText, request.status));
      } catch (error) {
        if (error instanceof CallError && error.http === 401 && error.code.startsWith("AUTH_") && signer.kind === "session")
          door().lost(error);
        reject(error);
      }
    };
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
