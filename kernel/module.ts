import { joinedGrants, joinedRecords } from "./joining.ts";
import type { Figures } from "./figures.ts";
import type { From } from "./from.ts";
import type { PortalGroup } from "./portal.ts";
import type { Entity } from "./entity.ts";
import type { Answer } from "./question.ts";
import type { Refusal } from "./refusal.ts";
import type { Remedies } from "./remedy.ts";
import type { LedgerHome } from "./ledger-rule.ts";
import type { Find, Fit, Rule } from "./rule.ts";
import type { Text } from "./text.ts";
import { tilesOf, todosOf } from "./waiting.ts";

/** One lookup type with its shipped codes. SYSTEM: codes fixed; EXTENSIBLE: more may be added; USER: free. */
export interface Lookup {
  readonly label: Text;
  readonly level: "SYSTEM" | "EXTENSIBLE" | "USER";
  readonly values: Readonly<Record<string, Text>>;
  readonly parent?: string;
  /** What a code means beyond its name: digits of a currency, percent of a tax rate. */
  readonly extras?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const lookup = (cn: string, en: string, values: Readonly<Record<string, Text>>, level: Lookup["level"] = "SYSTEM"): Lookup => ({
  label: [cn, en],
  level,
  values,
});

/** A lookup whose codes stand in one line: CODE 中文/English · CODE 中文/English. */
export const lookupOf = (cn: string, en: string, line: string, level?: Lookup["level"]): Lookup =>
  lookup(
    cn,
    en,
    Object.fromEntries(
      line.split(" · ").map((part): [string, Text] => {
        const [, code, cnName, enName] = /^(\S+) ([^/]+)\/(.+)$/.exec(part)!;
        return [code!, [cnName!, enName!]];
      }),
    ),
    level,
  );

/** One page of the menu: its route, the entities it shows, the buttons it offers, and the child routes that share them. */
export interface MenuPage {
  readonly route: string;
  readonly label: Text;
  readonly entities: readonly Entity[];
  /** Shown here and maintained elsewhere: readable on this page, but its buttons do not count for them. */
  readonly reads: readonly Entity[];
  /** Entities offered for choosing here (filters of a report): code and name alone, as in any picker, not the entity itself. References of what the page shows need no word. */
  readonly picks: readonly string[];
  readonly buttons: readonly string[];
  readonly audience: "INTERNAL" | "SUPPLIER" | "BOTH";
  /** Pages opened from this one (edit, detail, print): not in the menu, guarded by it. */
  readonly children: readonly string[];
  readonly icon?: string;
  readonly hidden?: true;
}

export interface MenuFolder {
  readonly code: string;
  readonly label: Text;
  readonly icon?: string;
  readonly children: readonly (MenuFolder | MenuPage)[];
  /** Its place among its siblings where several modules fill one level. */
  readonly seq?: number;
}

export const folder = (code: string, cn: string, en: string, children: MenuFolder["children"], icon?: string): MenuFolder => ({
  code,
  label: [cn, en],
  children,
  ...(icon ? { icon } : {}),
});

export const page = (
  route: string,
  cn: string,
  en: string,
  shape: {
    readonly entities?: readonly Entity[];
    readonly reads?: readonly Entity[];
    readonly picks?: readonly string[];
    readonly buttons?: readonly string[];
    readonly audience?: MenuPage["audience"];
    readonly children?: readonly string[];
    readonly icon?: string;
    readonly hidden?: true;
  } = {},
): MenuPage => ({
  ...shape,
  route,
  label: [cn, en],
  entities: shape.entities ?? [],
  reads: shape.reads ?? [],
  picks: shape.picks ?? [],
  buttons: shape.buttons ?? [],
  audience: shape.audience ?? "INTERNAL",
  children: shape.children ?? [],
});

/** A setting people may change: technical or personal, found nearest first (user, responsibility, organisation, site). */
export interface Setting {
  readonly label: Text;
  readonly type: "TEXT" | "INT" | "YN" | "LOOKUP" | "SECRET";
  readonly initial: string;
  readonly levels: readonly ("SITE" | "ORG" | "RESP" | "USER")[];
  readonly lookup?: string;
  readonly least?: number;
  readonly most?: number;
  readonly options?: readonly string[];
  readonly hint?: Text;
  /** Who is told its value: everybody who is signed in, suppliers included, or our own people. Silence means those who may open the settings. */
  readonly readers?: "everyone" | "internal";
}

/** A business parameter: what it is called, what it may hold, and the value that counts while nobody set another. */
export interface ProfileShape {
  /** The group it is listed under. */
  readonly module: string;
  readonly label: Text;
  readonly type: "YN" | "INT" | "DECIMAL" | "TEXT" | "LOOKUP" | "JSON";
  readonly initial: string;
  readonly lookup?: string;
  readonly least?: string;
  readonly most?: string;
  readonly sensitive?: true;
}
export type Profiles = Readonly<Record<string, ProfileShape>>;

/** A bundle of menus and buttons, shipped with a responsibility of the same code. "*" grants all pages of the module's audience; a route grants all its buttons unless some are named. */
export interface RoleShape {
  readonly label: Text;
  readonly audience: "INTERNAL" | "SUPPLIER";
  readonly privileged?: true;
  /** Which organisations its responsibility shows: all, unless it is kept to the holder's own and those below. */
  readonly orgScope?: "OWN_ORG";
  readonly grants: readonly (string | readonly [route: string, ...buttons: string[]])[];
}

/** One button of the dictionary: a code means the same on every page. */
export interface ButtonShape {
  readonly label: Text;
  /** A lucide icon by name. */
  readonly icon: string;
  readonly colour?: "PRIMARY" | "DANGER";
  readonly confirm?: Text;
}

/** A tile of the home page; `count` asks the list behind it with the same filter. */
export interface Widget {
  readonly code: string;
  readonly label: Text;
  readonly audience: "INTERNAL" | "SUPPLIER";
  readonly type: "FIGURE" | "TODO" | "NOTICE" | "CHART" | "LINKS" | "CALENDAR";
  readonly route?: string;
  /** A figure: the number of rows of this entity's list or of a view of it, so that tile and list can never differ. */
  readonly counts?: {
    readonly entity: Entity;
    readonly view?: string;
    readonly list?: string;
    /** Only rows whose date lies between today and so many days ahead. */
    readonly within?: readonly [field: string, days: number];
    /** Only rows whose date lies before today. */
    readonly past?: string;
  };
  /** An amount: the sum of a field over the rows of a list whose date lies in this month; a chart shows the twelve months up to it. */
  readonly sums?: {
    readonly entity: Entity;
    readonly list?: string;
    readonly field: string;
    readonly date: string;
    /** Filters of the list, as its page takes them. */
    readonly filter?: Readonly<Record<string, string>>;
  };
  /** The field after which a row of the figure is late: how many are stands under it. */
  readonly late?: string;
  /** Texts to read: what stands in a line, the page that shows one, and where it is kept who has read which. */
  readonly notice?: {
    readonly title: string;
    readonly date: string;
    readonly pinned: readonly [flag: string, until: string];
    readonly opens: readonly [route: string, query: string];
    readonly readings: readonly [entity: Entity, of: string];
  };
  /** The button whoever acts on it holds; for others the figure is nothing to do. */
  readonly button?: string;
  readonly seq: number;
  readonly span?: number;
}

/** What a block of home reads: a list for one side, for whoever has the page behind it. */
interface Read {
  readonly audience: Widget["audience"];
  readonly route: string;
  readonly entity: Entity;
  readonly list?: string;
  readonly view?: string;
  /** The page that shows a row: its route, the key of its query, and the field that goes into it. A field instead of a route: rows name their page themselves. */
  readonly opens: readonly [route: string, query: string, field: string];
}

/** Rows that wait for whoever looks. All of them together are the one list of to-dos, counted the same wherever it is counted. */
export interface Waiting extends Read {
  readonly kind: "APPROVAL" | "MATTER";
  readonly matter: string;
  readonly number: string;
  readonly from: string;
  readonly dueAt: string;
  readonly amount?: string;
  readonly currency?: string;
}

/** Rows with a day that comes: they stand on home during the seven days before it. */
export interface Coming extends Read {
  readonly label: Text;
  readonly day: string;
  /** What stands in the line after the label; references speak by their names. */
  readonly says: readonly string[];
  /** The consequence, at the right: a field, after its label where the value alone says too little. */
  readonly note?: string;
  readonly namesNote?: boolean;
}

export type Channel = "SITE" | "EMAIL" | "SMS" | "DING" | "WECOM" | "WEBHOOK";

/** Who hears of an event unless somebody configured otherwise: whoever made the document, people named by a value the event
 *  carries or by a field of the document, the holders of a responsibility, or the people of the document's supplier. */
export type Hearer =
  | "CREATOR"
  | { readonly value: string }
  | { readonly field: string }
  | { readonly resp: string }
  | { readonly supplier: "ADMINS" | "SALES" | "QUALITY" | "FINANCE" | "LEGAL"; readonly of?: string };

/** Something that happens and that people may be told of. Its code stays for ever: a listener may be anywhere. */
export interface EventShape {
  readonly label: Text;
  readonly kind: "TASK" | "WARNING" | "BUSINESS" | "SYSTEM" | "MARKETING";
  /** The values it carries and what people call them. */
  readonly carries: Readonly<Record<string, Text>>;
  /** The message it makes unless configured otherwise; without one only other modules listen. Texts name values as ${billNum}. */
  readonly tells?: {
    readonly title: Text;
    readonly content?: Text;
    readonly channels: readonly Channel[];
    readonly to: readonly Hearer[];
    /** The page it opens; its query is filled from the values: "purchaseOrderEdit?id=${id}". */
    readonly route?: string;
    readonly mandatory?: true;
    /** 1 at once … 9 when nothing else waits; 5 unless said. */
    readonly priority?: number;
    /** Tells also at night. */
    readonly loud?: true;
    readonly expireMinutes?: number;
  };
}

/** A kind of to-do: opened and closed only by its document, inside the document's own action. */
export interface TodoShape {
  readonly label: Text;
  readonly side: "SUPPLIER" | "INTERNAL" | "BOTH";
  /** The page that handles it; the document's id is its query. */
  readonly route: string;
  /** What stands in the list; {bizNo} is the document's number. */
  readonly title: Text;
}

/** How the other side hears of an action on a document that both sides see: by events or to-dos that reach it, or not at all, and why. */
export type Informed = readonly string[] | { readonly nobody: string };
export type Informs = Readonly<Record<string, Readonly<Record<string, Informed>>>>;

/** A value a program is run with. The default may be reckoned at the moment of the run: ${today}, ${today-1}, ${month-1}, ${now}. */
export interface ProgramParam {
  readonly label: Text;
  readonly type: "TEXT" | "INT" | "DATE" | "YN" | "LOOKUP";
  readonly required?: true;
  readonly lookup?: string;
  readonly initial?: string;
}

/** Work that is run beside requests: by the clock, at a time, or by hand. Its handler stands in the module's server half.
 *  These are the shipped rules; from then on an administrator's word counts. */
export interface ProgramShape {
  readonly label: Text;
  readonly params?: Readonly<Record<string, ProgramParam>>;
  /** When it runs by itself; without one only by hand or by other code. */
  readonly cron?: string;
  /** The house time zone unless said. */
  readonly zone?: string;
  /** What becomes of a run whose forerunner still runs: QUEUE unless said. */
  readonly overlap?: "QUEUE" | "SKIP" | "PARALLEL";
  /** Runs missed while nothing was up: one is made up for unless said. */
  readonly misfire?: "RUN_ONCE" | "IGNORE";
  readonly timeoutSec?: number;
  readonly retries?: number;
  /** Doubles with every further try; 60 unless said. */
  readonly retryDelaySec?: number;
  /** Programs that must not run at the same time. */
  readonly incompatible?: readonly string[];
  readonly keepDays?: number;
}

/** A business area: what it declares, and the only door other areas use. */
export interface Module {
  readonly code: string;
  readonly label: Text;
  readonly entities: readonly Entity[];
  readonly rules?: readonly Rule[];
  readonly menus?: readonly (MenuFolder | MenuPage)[];
  readonly lookups?: Readonly<Record<string, Lookup>>;
  readonly settings?: Readonly<Record<string, Setting>>;
  readonly profiles?: Profiles;
  readonly roles?: Readonly<Record<string, RoleShape>>;
  readonly buttons?: Readonly<Record<string, ButtonShape>>;
  readonly widgets?: readonly Widget[];
  readonly waiting?: readonly Waiting[];
  readonly coming?: readonly Coming[];
  readonly events?: Readonly<Record<string, EventShape>>;
  readonly todos?: Readonly<Record<string, TodoShape>>;
  /** By entity and action. */
  readonly informs?: Informs;
  readonly programs?: Readonly<Record<string, ProgramShape>>;
  /** Its ledgers: their balances are compared with their postings every night. */
  readonly ledgers?: readonly LedgerHome[];
  /** Figures of its lines that reports read, kept by the database with what they are made of. */
  readonly figures?: readonly Figures[];
  /** How its documents are created from rows of others. */
  readonly froms?: readonly From[];
  /** The statement behind each of its entities that are views, with every column the entity has, the common ones included. */
  readonly views?: Readonly<Record<string, string>>;
  /** The entity that carries approvals, and its action that begins one: actions with `approval` run it by themselves. */
  readonly approvals?: { readonly entity: Entity; readonly begin: string };
  /** What it answers to questions of other areas. */
  readonly answers?: readonly Answer[];
  /** By the name that references use (`fits`). */
  readonly fits?: Readonly<Record<string, Fit>>;
  /** By the code of its refusals whose cause is put right on another page. */
  readonly remedies?: Remedies;
  /** The short menu of people of other companies, in their words; one area answers for all. */
  readonly portal?: readonly PortalGroup[];
  /** Why the people of this company may only read; null while they may act. One area answers for all. */
  readonly readsOnly?: (find: Find, supplierId: string) => Promise<Refusal | null>;
}

export const module = (code: string, cn: string, en: string, shape: Omit<Module, "code" | "label">): Module => ({
  code,
  label: [cn, en],
  ...shape,
  todos: { ...shape.todos, ...todosOf(shape.entities) },
  widgets: [...(shape.widgets ?? []), ...tilesOf(shape.entities)],
});

/** A stretch of a business area: what one group of its files declares. */
export type Part = Partial<Omit<Module, "code" | "label">>;

/** Folders that several stretches fill, each once, with the pages in the order of the stretches. */
function gathered(menus: readonly (MenuFolder | MenuPage)[]): (MenuFolder | MenuPage)[] {
  const folders = Map.groupBy(menus.filter((menuFolder) => !isPage(menuFolder)) as MenuFolder[], (menuFolder) => menuFolder.code);
  const whole = (menuFolder: MenuFolder): MenuFolder => ({
    ...menuFolder,
    children: gathered(folders.get(menuFolder.code)!.flatMap((part): MenuFolder["children"] => part.children)),
  });
  return menus.flatMap((menuFolder): (MenuFolder | MenuPage)[] =>
    isPage(menuFolder) ? [menuFolder] : folders.get(menuFolder.code)![0] === menuFolder ? [whole(menuFolder)] : [],
  );
}

/** What the other side hears, where several stretches declare actions of one entity. */
function informedBy(parts: readonly Part[]): Informs {
  const all: Record<string, Informs[string]> = {};
  for (const [entity, actions] of parts.flatMap((part) => Object.entries(part.informs ?? {}))) all[entity] = { ...all[entity], ...actions };
  return all;
}

/** Several stretches as one area. The grants of a responsibility that several of them name are all of them. */
export function joined(...parts: readonly Part[]): Omit<Module, "code" | "label"> {
  const records = <
    K extends "lookups" | "settings" | "profiles" | "buttons" | "events" | "todos" | "programs" | "views" | "fits" | "remedies",
  >(
    key: K,
    // A button may say more on one page than on another; what programs ask for by its code may not.
  ): Module[K] =>
    joinedRecords(
      key,
      parts.map((part) => part[key]),
      key === "buttons",
    ) as Module[K];
  const roles: Record<string, RoleShape> = {};
  for (const [code, role] of parts.flatMap((part) => Object.entries(part.roles ?? {})))
    roles[code] = { ...role, grants: joinedGrants([...(roles[code]?.grants ?? []), ...role.grants]) };
  return {
    entities: parts.flatMap((part) => part.entities ?? []),
    rules: parts.flatMap((part) => part.rules ?? []),
    menus: gathered(parts.flatMap((part) => part.menus ?? [])),
    widgets: parts.flatMap((part) => part.widgets ?? []),
    waiting: parts.flatMap((part) => part.waiting ?? []),
    coming: parts.flatMap((part) => part.coming ?? []),
    answers: parts.flatMap((part) => part.answers ?? []),
    ledgers: parts.flatMap((part) => part.ledgers ?? []),
    figures: parts.flatMap((part) => part.figures ?? []),
    froms: parts.flatMap((part) => part.froms ?? []),
    roles,
    lookups: records("lookups"),
    settings: records("settings"),
    profiles: records("profiles"),
    buttons: records("buttons"),
    events: records("events"),
    todos: records("todos"),
    informs: informedBy(parts),
    programs: records("programs"),
    views: records("views"),
    fits: records("fits"),
    remedies: records("remedies"),
  };
}

export const isPage = (menu: MenuFolder | MenuPage): menu is MenuPage => "route" in menu;

/** All pages of a menu tree, in order. */
export const pagesOf = (menus: readonly (MenuFolder | MenuPage)[]): MenuPage[] =>
  menus.flatMap((m) => (isPage(m) ? [m] : pagesOf(m.children)));
