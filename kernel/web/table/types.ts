import type { ComponentType, CSSProperties, ReactNode } from "react";
import type { CellRules, OfRow } from "#kernel/cell.ts";
import type { Choice } from "#kernel/paste.ts";
import type { ColumnState, OrderBy, Row } from "#kernel/table.ts";
import type { Text } from "#kernel/text.ts";
import type { RowStore } from "./rowStore.ts";

export type { CellKind } from "#kernel/cell.ts";
export type { Choice } from "#kernel/paste.ts";
export type { ColumnState, OrderBy, Row } from "#kernel/table.ts";

/** The six fixed meanings a status can have; colour follows from them, never the other way round. */
export type Tone = "neutral" | "running" | "waiting" | "done" | "refused" | "ended";

/** How a whole row stands out; always beside a word or an icon in the row. */
export type RowTone = "late" | "soon" | "held" | "done" | "new" | "muted";

export interface LookupValue {
  readonly lookupCode: string;
  readonly meaning: string | Text;
  readonly description?: string | null;
  readonly enabledFlag?: string;
  readonly lookupValuesId?: string;
  readonly parentLookupValuesId?: string | null;
  readonly buOrgId?: string | null;
  readonly seqNum?: number | null;
}

export interface AttachmentConfig {
  readonly functionId: string;
  readonly businessKey?: string;
  readonly valueKey?: string;
  readonly formats?: readonly string[];
  readonly maxSize?: number;
  readonly maxCount?: number;
  readonly checkPermission?: boolean;
  readonly readonly?: boolean;
  readonly multiple?: boolean;
  readonly descRequired?: boolean;
  readonly path?: string;
  readonly watermark?: boolean;
  readonly visibleTo?: "SHARED" | "INTERNAL_ONLY";
}

export interface TreeChoice extends Choice {
  readonly children?: readonly TreeChoice[];
}

/** One column: what it shows, how it is edited, what its value may be. */
export interface Column<R extends object = Row> extends CellRules<R> {
  readonly width?: number;
  readonly align?: "left" | "right" | "center";
  readonly fixed?: "left" | "right" | "";
  readonly fixedStyle?: CSSProperties;
  readonly sortable?: boolean;
  readonly resizable?: boolean;
  readonly columnsDisplay?: "Y" | "N";
  readonly lookup?: { readonly typeCode: string; readonly parentKey?: string; readonly buOrgKey?: string };
  /** Choices that are not lookups. */
  readonly choices?: readonly Choice[] | OfRow<R, readonly Choice[]>;
  readonly step?: number | string;
  /** Decimals shown even when they are zeros; two for money, none otherwise. */
  readonly least?: number;
  readonly showThousandSeparator?: boolean;
  readonly showIcon?: { readonly value: "YN"; readonly trueValue?: unknown; readonly falseValue?: unknown; readonly falseShow?: boolean };
  readonly linkTag?: boolean;
  href?(row: R): string | null | undefined;
  onClick?(row: R): void | Promise<void>;
  readonly buttonType?: "text" | "primary" | "danger";
  readonly label?: Text;
  readonly resourceCode?: string;
  readonly attachmentConfig?: AttachmentConfig;
  readonly displayKey?: string;
  /** Where this row holds what is shown in place of the value; the value itself is what is edited. */
  readsAt?(row: R): string;
  /** The value is a key for machines: where displayKey has nothing to show, nothing is shown. */
  readonly onlyDisplay?: boolean;
  readonly valueField?: string;
  /** Further fields copied from the chosen record: field of this row → field of the record. */
  readonly fillMap?: Readonly<Record<string, string>>;
  /** Remote select: at most 20 records for what was typed, or why there are none. */
  search?(typed: string, row: R, signal: AbortSignal): Promise<{ readonly rows: readonly Row[]; readonly none?: ReactNode }>;
  /** Picker: opens the record window and answers the chosen record. */
  pick?(row: R): Promise<Row | null>;
  readonly nodes?: readonly TreeChoice[] | OfRow<R, readonly TreeChoice[]>;
  readonly children?: readonly Column<R>[];
  readonly isSummary?: boolean;
  readonly currencyKey?: string;
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Month and day only, inside the current year. */
  readonly shortDate?: boolean;
  /** A small grey code after the name. */
  note?(row: R): string | null | undefined;
  /** Amber or red text for a value that wants attention; the reason stands beside it or in the tip. */
  alert?(row: R): { readonly level: "error" | "warning"; readonly text: Text } | null | undefined;
  /** What only programs know it by: behind an (i) beside the value. */
  info?(row: R): string | null | undefined;
  /** A word in front of the value, such as where a price comes from. */
  badge?(row: R): { readonly text: Text; readonly tone: Tone } | null | undefined;
  render?(row: R, say: (text: Text) => string): ReactNode;
}

export interface PageInfo {
  readonly count: number;
  readonly curIndex: number;
  /** The count stopped early: there are at least this many. */
  readonly capped?: boolean;
  readonly truncated?: boolean;
  readonly sums?: Readonly<Record<string, string | null>>;
}

export interface TableQuery extends Row {
  readonly pageIndex: number;
  readonly pageRows: number;
  readonly orderBy: readonly OrderBy[];
  readonly needSums?: readonly string[];
  readonly countAll?: true;
}

export interface TableReply<R extends object = Row> {
  readonly rows: readonly R[];
  readonly page: PageInfo;
}

export type TableApi<R extends object = Row> = (query: TableQuery, signal: AbortSignal) => Promise<TableReply<R>>;

/** Why a button is grey: one sentence, or every condition with its state. */
export type Reason = Text | { readonly met: boolean; readonly text: Text };

/** What a batch action answers per row. */
export interface RowAnswer {
  readonly key: string;
  readonly status: "S" | "E";
  readonly code?: string;
  readonly msg?: string;
}

export interface Picked<R extends object = Row> {
  readonly rows: readonly R[];
  readonly keys: readonly string[];
  /** All rows of the filter are meant: send the filter, not the keys. */
  readonly filter: Row | null;
  readonly count: number;
}

export interface Button<R extends object = Row> {
  readonly resourceCode?: string;
  readonly label: Text;
  readonly icon?: ComponentType<{ size?: number }>;
  handler?(picked: Picked<R>): unknown;
  disabled?(rows: readonly R[]): false | null | undefined | Text | readonly Reason[];
  readonly needSelection?: "none" | "one" | "many";
  readonly primary?: boolean;
  readonly danger?: boolean;
  /** Drawn as a plain word with its icon, for the lesser actions of a line table. */
  readonly quiet?: boolean;
}

export interface RowAction<R extends object = Row> {
  readonly resourceCode?: string;
  readonly label: Text;
  readonly icon?: ComponentType<{ size?: number }>;
  handler?(row: R): unknown;
  disabled?(row: R): false | null | undefined | Text | readonly Reason[];
  readonly danger?: boolean;
  /** Shown as its icon alone; the label is its name. */
  readonly iconOnly?: boolean;
}

export interface FooterConfig {
  readonly summaryFields?: readonly string[];
  readonly meanNumFields?: readonly string[];
  readonly title?: Text;
  /** What is counted and in which currency, such as "50 单，折合 CNY". */
  readonly note?: (rows: readonly Row[]) => Text;
  readonly mergeFooterItems?: readonly {
    readonly from: string;
    readonly to: string;
    readonly text: Text | ((rows: readonly Row[]) => string);
  }[];
  readonly scope?: "page" | "all";
  /** Sums that are known already, of more rows or finer figures than the table holds. */
  readonly sums?: Readonly<Record<string, string | null>>;
}

export interface TreeRows<R extends object = Row> {
  /** The column that carries the indent and the arrow; the first data column unless said. */
  readonly column?: string;
  readonly childrenKey?: string;
  hasChildren?(row: R): boolean;
  load?(row: R): Promise<readonly R[]>;
  readonly openAtFirst?: boolean;
}

/** What the user changed about a table, stored under its name. */
export interface TableSettings {
  readonly columns?: readonly ColumnState[] | null;
  readonly pageSize?: number | null;
  readonly customPageSizes?: readonly number[] | null;
}

export interface Preferences {
  load(name: string, defaults: readonly ColumnState[]): TableSettings | null | Promise<TableSettings | null>;
  save(name: string, settings: TableSettings, forAll: boolean): Promise<void>;
  reset(name: string): Promise<TableSettings | null>;
  readonly mayShare?: boolean;
}

export interface Scheme {
  readonly id: string;
  readonly schemeName: string;
  readonly params: Row;
  readonly defaultFlag?: string;
  readonly shareRespId?: string | null;
  readonly own?: boolean;
}

export interface Schemes {
  list(name: string): Promise<readonly Scheme[]>;
  save(name: string, scheme: { schemeName: string; params: Row; defaultFlag: "Y" | "N"; share: boolean }): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface AttachmentCellProps {
  readonly row: Row;
  readonly column: Column;
  readonly config: AttachmentConfig;
  readonly editable: boolean;
  change(value: unknown): void;
}

export interface Confirmation {
  readonly title: Text;
  readonly detail?: Text;
  readonly choices: readonly { readonly key: string; readonly label: Text; readonly primary?: boolean; readonly danger?: boolean }[];
}

/** Everything a table asks of its surroundings; the shell gives it once, a page may override parts. */
export interface World {
  granted(resourceCode: string): boolean;
  lookups(typeCode: string): readonly LookupValue[];
  /** The values of this type are still on their way: a code is not shown meanwhile. */
  awaits?(typeCode: string): boolean;
  navigate(href: string): void;
  /** Shows a message for a moment; without it the table shows its own line. */
  readonly tell?: ((kind: "info" | "error", text: string) => void) | undefined;
  log(message: string, cause: unknown): void;
  readonly preferences?: Preferences | undefined;
  readonly schemes?: Schemes | undefined;
  readonly cells: { readonly attachment?: ComponentType<AttachmentCellProps> | undefined };
  readonly baseCurrency: string;
  readonly zone: string;
  today(): string;
}

export interface TableConfig<R extends object = Row> {
  readonly name: string;
  readonly columns: readonly Column<R>[];
  readonly api?: TableApi<R>;
  /** Rows already at hand, instead of a call. */
  readonly rows?: readonly R[];
  /** The lines of a document being edited, kept outside so that a hidden tab loses nothing. */
  readonly store?: RowStore;
  readonly title?: Text;
  /** What those who hear the page call the table, where it has no visible title. */
  readonly label?: Text;
  readonly pageSize?: number;
  readonly searchParams?: Row;
  readonly selection?: false | "single" | "multiple";
  selectable?(row: R): boolean;
  expand?(row: R): ReactNode;
  expandable?(row: R): boolean;
  readonly showIndex?: boolean;
  readonly showSummary?: boolean;
  readonly footerConfig?: FooterConfig;
  readonly pageSelection?: { readonly keyFields: readonly string[] };
  readonly rowSpanFields?: readonly string[];
  operateSlot?(row: R): readonly RowAction<R>[] | ReactNode;
  readonly operateWidth?: number;
  readonly toolbar?: readonly Button<R>[];
  readonly toolbarExtra?: ReactNode;
  readonly isEdit?: boolean;
  readonly isShowPage?: boolean;
  readonly showTableProcess?: boolean;
  readonly isShowImport?: boolean;
  readonly isShowExport?: boolean;
  readonly height?: number | "auto" | "fill" | "content";
  readonly isAutoRequest?: boolean;
  /** False leaves out the icons at the right, for small tables inside a page. */
  readonly tools?: boolean;
  readonly tree?: TreeRows<R>;
  rowTone?(row: R): RowTone | null | undefined;
  /** The row whose panel is open beside the list. */
  readonly currentKey?: string | null;
  rowEditable?(row: R): boolean;
  cellEditable?(row: R, key: string): boolean;
  newRow?(): Row;
  /** False where lines come only from elsewhere. */
  readonly canAdd?: boolean;
  readonly canDelete?: boolean;
  readonly copyClears?: readonly string[];
  readonly seqField?: string;
  readonly empty?: { readonly title: Text; readonly detail?: Text; readonly actions?: ReactNode };
  /** `isReread`: the rows at hand once more, named in another language. */
  onLoadSuccess?(reply: TableReply<R> | null, isReread?: boolean): void;
  onSelectionChange?(picked: Picked<R>): void;
  onRowClick?(row: R): void;
  onRowDblClick?(row: R): void;
  onCellChange?(row: R, key: string): Row | void;
  onSort?(orderBy: readonly OrderBy[]): void;
  onSave?(): unknown;
  onSearch?(): void;
  onFind?(): void;
  onClearFilter?(): void;
  onImport?(): void;
  onExport?(picked: Picked<R>): void;
  onScheme?(params: Row): void;
  readonly world?: Partial<World>;
}
