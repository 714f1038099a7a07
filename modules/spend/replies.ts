import type { ReportShapes } from "#kernel/report.ts";

/** What leads to the rows behind a figure: the filters of the report that lists them. */
export type Drill = Readonly<Record<string, string>>;
/** A decimal, or null where there is nothing to calculate it from. */
type Maybe = string | null;
type Texts<K extends string> = Readonly<Record<K, string>>;
type Maybes<K extends string> = Readonly<Record<K, Maybe>>;
type Counts<K extends string> = Readonly<Record<K, number>>;
type Led = { readonly drill: Drill };

export type Fault = "rejected" | "returned" | "changed" | "cancelled" | "reversed";
/** The documents of one kind that one person made. */
export type Accurate = Texts<"docType"> & Maybes<"person" | "name" | "accuracy"> & Counts<Fault | "total" | "clean">;
/** One document with what went wrong with it. */
export type Faulty = Texts<"docType" | "id" | "num" | "made"> &
  Maybes<"person" | "name"> &
  Readonly<Record<Fault, boolean>> & { readonly causes: readonly Fault[] };

type Grown = Texts<"month" | "amount" | "cumulative"> &
  Maybes<"lastMonth" | "lastYear" | "monthRate" | "yearRate" | "cumulativeRate"> &
  Readonly<Record<"drill" | "drillMonth" | "drillYear", Drill>>;
type Contrasted = Texts<
  "itemId" | "itemName" | "uom" | "supplierId" | "supplierName" | "qty" | "last" | "least" | "most" | "average" | "saving" | "amount"
> &
  Maybes<"gap"> &
  Counts<"rivals"> &
  Led;
type Ranked = Counts<"rank" | "orders"> & Texts<"name" | "amount" | "cls"> & Maybes<"share" | "cumulative" | "next"> & Led;
type Bought = Texts<"itemId" | "itemName" | "uom" | "cls" | "ordered" | "received" | "returned" | "amount" | "average"> &
  Maybes<"least" | "most" | "leadDays"> &
  Counts<"suppliers" | "orders"> &
  Led;
type Covered = Texts<"id" | "name" | "offAmount"> &
  Maybes<"singleRate" | "offShare"> &
  Counts<"items" | "none" | "single" | "several" | "expiring30" | "expiring60" | "expiring90" | "idle"> &
  Led & { readonly drillOff?: Drill };
type Followed = Maybes<"requested" | "ordered" | "rate" | "approveDays" | "assignDays" | "orderDays" | "confirmHours"> &
  Counts<"lines" | "overdue">;
type Payments = "received" | "returned" | "statement" | "invoiced" | "paid";

/** What each purchase report answers: its rows, the figures of its sentence and the groups its charts are drawn from. Server and pages are checked against it. */
export type SpendReplies = {
  stat: {
    row: Texts<"period" | "amount" | "average"> & Maybes<"id" | "name" | "share"> & Counts<"orders" | "lines"> & Led;
    figures: Texts<"total"> & Counts<"orders" | "lines"> & Maybes<"average">;
    groups: { periods: Texts<"period" | "amount"> & Counts<"orders"> & Led; names: Texts<"id" | "name" | "amount"> };
  };
  rate: {
    row: Grown & Texts<"name">;
    figures: Texts<"year" | "total"> & Maybes<"rate">;
    groups: { months: Grown };
  };
  contrast: {
    row: Contrasted;
    figures: Texts<"saving"> & Counts<"items" | "several">;
    groups: {
      rows: Contrasted;
      months: Texts<"month" | "itemName"> & Led;
      lines: Texts<"name"> & { readonly values: readonly Maybe[] };
    };
  };
  supplierShare: {
    row: Texts<"supplierId" | "supplierName" | "amount" | "hhi"> &
      Maybes<"id" | "groupName" | "qty" | "share" | "quota" | "deviation"> &
      Led;
    figures: Texts<"total" | "hhi"> & Maybes<"first" | "firstShare"> & Counts<"suppliers">;
    groups: { suppliers: Texts<"id" | "name" | "amount"> & Maybes<"share"> & Led };
  };
  amountShare: {
    row: Ranked;
    figures: Texts<"by" | "total"> & Maybes<"next"> & Counts<"count" | "classA">;
    groups: { rows: Ranked };
  };
  execution: {
    row: Texts<"orderId" | "orderLineId" | "orderNum" | "orderDate" | "supplierName" | "itemName" | "uom"> &
      Texts<"ordered" | "confirmed" | "inTransit" | "inspecting" | "received" | "rejected" | "returned" | "net" | "open"> &
      Texts<"amount" | "receivedAmount" | "openAmount"> &
      Counts<"lineNum"> &
      Maybes<"receiptRate" | "invoiceRate"> & { readonly delay: number | null };
    figures: Texts<"amount" | "received" | "open"> & Counts<"lines" | "late" | "shown">;
    groups: Record<never, never>;
  };
  pivot: {
    row: Texts<"name" | "total"> & Maybes<"uom"> & Led & { readonly [month: `m${number}`]: string } & { readonly months: readonly Drill[] };
    figures: Texts<"by" | "from" | "year"> & Maybes<"total" | "best" | "first"> & { readonly isMoney: boolean };
    groups: { months: Counts<"month"> & Maybes<"value"> & Led };
  };
  item: {
    row: Bought;
    figures: Texts<"total"> & Maybes<"leadDays"> & Counts<"items" | "classA">;
    groups: { rows: Bought };
  };
  priceTrend: {
    row: Texts<"itemId" | "itemName" | "uom" | "month"> &
      Maybes<"agreed" | "ordered" | "least" | "qty" | "amount" | "index"> & { readonly suppliers: number | null; readonly drill?: Drill };
    figures: Counts<"items" | "months">;
    groups: {
      months: Texts<"month">;
      items: Texts<"name"> & Readonly<Record<"values" | "ordered" | "least" | "agreed", readonly Maybe[]>>;
    };
  };
  payable: {
    row: Texts<"orderId" | "orderNum" | "supplierName" | "currency" | "orderAmount" | Payments | "payable" | "accrued" | "broken"> &
      Maybes<"advance">;
    figures: Texts<"from" | "to"> & Counts<"shown">;
    groups: { currencies: Texts<"currency" | "orders" | "ordered" | Payments | "payable" | "accrued" | "broken"> };
  };
  requisitionOrder: {
    row: Followed & Texts<"name"> & Led & { readonly box: readonly number[] | null };
    figures: Followed;
    groups: { funnel: { readonly step: "requested" | "approved" | "ordered" | "confirmed" } & Counts<"count"> };
  };
  sources: {
    row: Covered;
    figures: Texts<"day" | "offAmount"> & Counts<"items" | "none" | "single" | "several">;
    groups: { rows: Covered };
  };
  accuracy: {
    row: Accurate;
    figures: Counts<"total" | "clean"> & Maybes<"accuracy">;
    groups: {
      types: Texts<"docType"> & Counts<"total" | "clean"> & Maybes<"accuracy">;
      causes: { readonly cause: Fault } & Counts<"count">;
      faulty: Faulty;
    };
  };
  requisition: {
    row: Texts<
      "id" | "headerId" | "requisitionNum" | "lineStatus" | "itemName" | "requested" | "open" | "uom" | "bucket" | "amount" | "openAmount"
    > &
      Maybes<"requester" | "buyerId" | "buyer" | "needByDate"> &
      Counts<"lineNum"> &
      Led & { readonly age: number | null };
    figures: Counts<"lines" | "documents" | "openLines"> & Texts<"amount" | "openAmount">;
    groups: {
      ages: Texts<"bucket" | "amount"> & Counts<"count"> & { readonly counts: Readonly<Record<string, number>> };
      statuses: Texts<"status"> & Counts<"count">;
    };
  };
};

export type SpendShapes = ReportShapes<SpendReplies>;
