import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import type { msgInstance } from "../instance.entity.ts";
import type { ChannelFigures } from "./stages.ts";

/** One of the receivers drawn for the checker, with how much reached them in the last seven days. */
export interface Sampled {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string | null;
  readonly lastWeek: number;
}

/** A message with everything about its way. */
export type InstanceDetail = Seen<typeof msgInstance> & {
  readonly funnel: readonly ChannelFigures[];
  readonly reasons: readonly { readonly channel: string; readonly reason: string | null; readonly count: number }[];
  /** What it says, once for each channel and language. */
  readonly texts: readonly {
    readonly channel: string;
    readonly userLanguage: string | null;
    readonly title: string | null;
    readonly content: string | null;
  }[];
  readonly sample: readonly Sampled[];
};

export const instanceService = "messageServer/baseMsgInstanceService/";

export const useInstance = (id: string, version: unknown): Loaded<InstanceDetail> =>
  useLoad(`${id}:${String(version)}`, async () => (await call<InstanceDetail>(`${instanceService}findById`, { id })).data);

/** The words of a message in one language: of the channel that says most. */
export function wordsIn(detail: InstanceDetail | null, language: "CN" | "EN"): { readonly title: string; readonly content: string } {
  const own = (detail?.texts ?? []).filter((text) => (text.userLanguage ?? "CN") === language);
  const best = own.find((candidate) => candidate.channel === "EMAIL") ?? own[0];
  const title = best?.title ?? String(detail?.[language === "CN" ? "title" : "titleEn"] ?? "");
  return { title, content: best?.content ?? "" };
}
