import { readingCall, type PageCall } from "#kernel/page-call.ts";
import type { Difference } from "#kernel/revision-diff.ts";
import type { PassageChange } from "./versions.ts";

/** How a clause stands to the library; the supplier is not told. */
export type Standing = "STANDARD" | "FALLBACK" | "FREE";

export interface TextPart {
  readonly id: string;
  readonly no: string;
  readonly title: string | null;
  readonly content: string;
  readonly standing: Standing | null;
  /** Whether the template lets our own people change it. */
  readonly isOpen: boolean;
}

export interface Markup {
  readonly id: string;
  readonly kind: string;
  readonly clauseId: string;
  readonly seq: number | null;
  readonly title: string | null;
  readonly beforeText: string | null;
  readonly afterText: string | null;
  readonly quote: string | null;
  readonly remark: string | null;
  readonly side: string;
  readonly authorName: string | null;
  readonly sharedFlag: string;
  readonly wordFlag: string;
  readonly status: string;
  readonly creationDate: string;
}

export interface TextPage {
  readonly id: string;
  readonly num: string | null;
  readonly name: string;
  readonly status: string;
  readonly parts: readonly TextPart[];
  /** By name: what a field in the text shows. */
  readonly values: Readonly<Record<string, string>>;
  readonly marks: readonly Markup[];
  /** Who edits the text now. */
  readonly lock: { readonly name: string; readonly isMine: boolean } | null;
  readonly versions: readonly { readonly versionNo: number; readonly occasion: string; readonly madeAt: string; readonly hash: string }[];
  readonly documents: readonly { readonly id: string; readonly kind: string; readonly name: string; readonly versionNo: number }[];
  readonly may: { readonly edit: boolean; readonly mark: boolean; readonly suggest: boolean; readonly finalise: boolean };
}

export interface TextHit {
  readonly id: string;
  readonly num: string | null;
  readonly name: string;
  readonly supplierName: string | null;
  readonly status: string;
  /** The clause and the words around what was looked for. */
  readonly no: string;
  readonly title: string | null;
  readonly before: string;
  readonly hit: string;
  readonly after: string;
}

const service = "srmServer";
const room = "v1/srmCctContractRestful";

export const getText = readingCall<TextPage>()(service, `${room}/getText`, { id: "id" });
export const searchText = readingCall<readonly TextHit[]>()(service, `${room}/searchText`, { words: "text" });
/** Any two versions by their numbers; 0 is the contract as it stands. */
export const compareTexts = readingCall<{ readonly fields: readonly Difference[]; readonly text: readonly PassageChange[] }>()(
  service,
  `${room}/compareTexts`,
  { id: "id", from: "int", to: "int" },
);
export const finaliseText: PageCall<{ readonly id: "id" }, { readonly finalFileId: string; readonly hash: string }> = {
  service,
  path: `${room}/contractFinalized`,
  input: { names: { id: "id" } },
};
/** Files, sent as they are. */
export const papers = { word: `${room}/downloadWord`, shared: `${room}/downloadShared` } as const;
