import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";

/** A step that is foreseen: who will be asked, as far as today's rules can say. */
export interface ForeseenStep {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly people: readonly string[];
  readonly note?: string | null;
  readonly now?: boolean;
}

export interface Foreseen {
  readonly steps: readonly ForeseenStep[];
  readonly problems?: readonly string[];
}

const model = (name: string): string => `bpmServer/bpmModelService/${name}`;

/** Walks a process for a document or for made-up values; nothing is written. */
export const simulate = async (body: Row): Promise<Foreseen> => (await call<Foreseen>(model("simulate"), body)).data;
