import type { Entity } from "./entity.ts";
import { code, datetime, money, qty, ref, text, type Field } from "./field.ts";
import type { Text } from "./text.ts";

const computed = { computed: true } as const;

/** The columns of every table of postings. The request key makes a movement that is sent twice count once. */
export const postingFields = {
  ownerId: text("对象", "Owner", { max: 60, ...computed }),
  orgId: ref("BaseOrganization", "组织", "Organisation", computed),
  bucket: code("数量栏", "Bucket", { max: 20, ...computed }),
  eventCode: code("事件", "Event", { max: 20, ...computed }),
  causeType: code("单据类型", "Document type", { max: 60, ...computed }),
  causeId: text("单据", "Document", { max: 60, ...computed }),
  causeLineId: text("单据行", "Document line", { max: 60, ...computed }),
  causeNum: text("单据号", "Document no.", { max: 60, ...computed, optional: true }),
  requestId: text("请求", "Request", { max: 80, ...computed }),
  postedAt: datetime("过账时间", "Posted at", computed),
  postedBy: ref("BaseUsers", "过账人", "Posted by", computed),
} as const;

/** What moves: a quantity with six decimals, or an amount with its value in base currency. */
export const quantityMoved = { delta: qty("变动", "Change", computed) } as const;
export const amountMoved = {
  currency: code("币种", "Currency", { max: 10, ...computed, optional: true }),
  delta: money("变动", "Change", { ...computed, currency: "currency" }),
  baseDelta: money("变动(本位币)", "Change (base)", { ...computed, optional: true }),
} as const;

/** One posting as it is read back. */
export interface PostingRow {
  readonly ownerId: string;
  readonly bucket: string;
  readonly delta: string;
  readonly baseDelta?: string | null;
  readonly eventCode: string;
  readonly requestId: string;
}

/** One posting behind a figure, with what the figure was after it. */
export interface ExplainedPosting {
  readonly id: string;
  readonly postedAt: string;
  readonly eventCode: string;
  readonly causeType: string;
  readonly causeKind: Text;
  readonly causeNum: string;
  readonly causeHref: string | null;
  readonly delta: string;
  readonly balance: string;
  readonly postedByName: string;
}

/** A table of postings: never changed, and each movement of a bucket for one cause once under its key. */
export const postingRules = {
  appendOnly: true,
  unique: [{ fields: ["ownerId", "bucket", "eventCode", "causeLineId", "requestId"] }],
  title: ["eventCode", "bucket"],
  list: ["postedAt", "ownerType", "bucket", "eventCode", "delta", "causeType", "causeNum", "postedBy"],
  search: ["ownerId", "ownerType", "bucket", "eventCode", "causeId", "postedAt"],
  order: [["id", "asc"]],
} as const;

export type Postings = Entity & { readonly fields: { readonly delta: Field } };
