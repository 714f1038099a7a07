import type { Declared } from "../../declared.ts";
import { countsOn, type Span } from "../../effective.ts";
import { lookupOfStates, type Action, type Entity } from "../../entity.ts";
import { lookup, type Lookup } from "../../module.ts";
import type { Language } from "../../text.ts";
import { houseDay } from "../../time.ts";
import type { Bus } from "../journal/bus.ts";
import type { CacheGroup } from "../cache.ts";
import type { Db } from "../database/db.ts";

export interface LookupRow {
  readonly lookupValuesId: string;
  readonly lookupType: string;
  readonly lookupTypeId: string;
  readonly lookupCode: string;
  readonly meaning: string;
  readonly meaningEn: string | null;
  readonly description: string | null;
  readonly parentLookupValuesId: string | null;
  readonly parentLookupTypeId: string | null;
  readonly systemCode: string;
  readonly buOrgId: string | null;
  readonly seqNum: number;
  readonly enabledFlag: "Y" | "N";
  readonly extra: unknown;
}

/** A value as stored: enabled by somebody, and within its days. */
interface StoredValue extends LookupRow, Span {
  readonly changed: string;
}

interface TypeValues {
  readonly version: string;
  readonly rows: readonly LookupRow[];
  readonly enabled: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
}

/** Every lookup the declarations ship, the states of documents included. */
export function shippedLookups(declared: Declared): Map<string, Lookup> {
  const all = new Map<string, Lookup>();
  for (const module of declared.modules) for (const [type, lookup] of Object.entries(module.lookups ?? {})) all.set(type, lookup);
  for (const e of declared.entities.values()) if (e.states && !all.has(lookupOfStates(e))) all.set(lookupOfStates(e), lookupOfEntity(e));
  const names = (cn: string, en: string, of: "events" | "todos" | "programs"): Lookup =>
    lookup(
      cn,
      en,
      Object.fromEntries(declared.modules.flatMap((m) => Object.entries(m[of] ?? {}).map(([code, entry]) => [code, entry.label]))),
    );
  return all
    .set("ENTITY", namesOfEntities(declared))
    .set("ACTION", namesOfActions(declared))
    .set("BILL_TYPE", namesOfBills(declared))
    .set("NOTICE_EVENT", names("消息事件", "Event", "events"))
    .set("JOB_HANDLER", names("处理程序", "Handler", "programs"))
    .set("PENDING_TYPE", names("待办类型", "To-do type", "todos"));
}

/** Every kind of record by name, for logs, number rules and whatever else speaks about records. */
const namesOfEntities = (declared: Declared): Lookup =>
  lookup(
    "单据类型",
    "Record type",
    Object.fromEntries([...declared.entities.values()].filter((e) => !e.internal && !declared.parent(e)).map((e) => [e.name, e.label])),
  );

/** Everything that can be submitted for approval, by the name its approvers know it by. */
const namesOfBills = (declared: Declared): Lookup => {
  const submits = [...declared.entities.values()].flatMap((e) =>
    Object.values(e.actions as Record<string, Action>).flatMap(({ approval }) =>
      approval ? [[approval.bill, approval.label ?? e.label] as const] : [],
    ),
  );
  return lookup("审批单据类型", "Document type", Object.fromEntries(submits));
};

/** Every verb by name; where two records call theirs differently, the first one's word stands for all. */
const namesOfActions = (declared: Declared): Lookup => {
  const verbs = [...declared.entities.values()].flatMap((e) =>
    Object.entries(e.actions as Record<string, Action>).map(([name, a]) => [name, a.label] as const),
  );
  return lookup("动作", "Action", {
    ...Object.fromEntries(verbs.toReversed()),
    create: ["新建", "Create"],
    export: ["导出", "Export"],
    saveOrUpdate: ["保存", "Save"],
    delete: ["删除", "Delete"],
  });
};

const lookupOfEntity = (e: Entity): Lookup => ({
  label: [`${e.label[0]}状态`, `${e.label[1]} status`],
  level: "SYSTEM",
  values: Object.fromEntries(
    Object.entries(e.states!).map(([code, text]) => [code, [(text as [string, string])[0], (text as [string, string])[1]] as const]),
  ),
});

function typesOn(stored: readonly StoredValue[], day: string): ReadonlyMap<string, TypeValues> {
  const valuesOf = (rows: readonly StoredValue[]): TypeValues => {
    const changed = rows.reduce((latest, row) => (row.changed > latest ? row.changed : latest), "");
    const counting = rows.map(({ from, to, changed: _, ...row }): LookupRow => ({
      ...row,
      enabledFlag: countsOn({ from, to }, day) ? row.enabledFlag : "N",
    }));
    const enabled = new Set(counting.filter((row) => row.enabledFlag === "Y").map((row) => row.lookupCode));
    const dated = rows.some(({ from, to }) => from !== null || to !== null) ? `/${day}` : "";
    const known = new Set(counting.map((row) => row.lookupCode));
    return { version: `${changed}/${rows.length}${dated}`, rows: counting, enabled, known };
  };
  return new Map([...Map.groupBy(stored, (row) => row.lookupType)].map(([type, rows]) => [type, valuesOf(rows)]));
}

/** Lookup values by type, kept in memory and read again when someone changes them. */
export class Lookups {
  readonly #db: Db;
  readonly #clock: { now(): Date };
  #stored: readonly StoredValue[] = [];
  #day = "";
  #counted: ReadonlyMap<string, TypeValues> = new Map();
  #loading: Promise<void> | null = null;
  #stale = true;

  constructor(db: Db, bus: Bus, clock: { now(): Date }) {
    this.#db = db;
    this.#clock = clock;
    bus.watch(["BaseLookupTypes", "BaseLookupValues"], () => (this.#stale = true));
  }

  async ready(): Promise<void> {
    // What is being read anew is waited for: whoever asks after a change must not be told the old.
    while (this.#stale || this.#loading) await (this.#loading ??= this.#load().finally(() => (this.#loading = null)));
  }

  /** As the boards of memory see it. */
  readonly cache: CacheGroup = {
    code: "lookups",
    label: ["快码", "Lookups"],
    reloads: ["从快码表重新读取", "Read again from the lookup tables"],
    counted: { hits: 0, misses: 0 },
    entries: () => this.#types,
    drop: () => this.#forget(),
    clear: () => this.#forget(),
  };

  #forget(): void {
    this.#stale = true;
    void this.ready().catch(() => undefined);
  }

  async #load(): Promise<void> {
    this.#stale = false;
    this.cache.counted.misses += 1;
    this.#stored = await this.#db.query<StoredValue>(
      `select v.id as "lookupValuesId", t."lookupType", v."parentId" as "lookupTypeId", v."lookupCode", v.meaning, v."meaningEn", v.description, v."parentLookupValuesId",
              v."parentLookupTypeId", v."systemCode", v."buOrgId", v."seqNum", case when t."enabledFlag" = 'Y' then v."enabledFlag" else 'N' end as "enabledFlag", v.extra, v."startDate" as from, v."endDate" as to, v."lastUpdateDate" as changed
       from "BaseLookupValues" v join "BaseLookupTypes" t on t.id = v."parentId" order by t."lookupType", v."seqNum", v."lookupCode"`,
    );
    this.#day = "";
  }

  /** The values as they count today: a day that begins or ends a value changes its type's version, so that browsers read it anew. */
  get #types(): ReadonlyMap<string, TypeValues> {
    const today = houseDay(this.#clock.now());
    if (this.#day === today) return this.#counted;
    this.#day = today;
    return (this.#counted = typesOn(this.#stored, today));
  }

  /** Is it an available code? A type nobody has filled answers undefined: then any code passes. */
  has = (type: string, code: string): boolean | undefined => {
    this.cache.counted.hits += 1;
    return this.#types.get(type)?.enabled.has(code);
  };

  /** Is it a code of the type at all, whether it counts today or not? */
  knows = (type: string, code: string): boolean | undefined => this.#types.get(type)?.known.has(code);

  values(type: string): readonly LookupRow[] {
    return this.#types.get(type)?.rows ?? [];
  }

  /** Only what differs from the versions the caller already has. */
  dictionary(types: readonly string[] | null, versions: Readonly<Record<string, unknown>>, language: Language): Record<string, unknown> {
    this.cache.counted.hits += 1;
    const out: Record<string, unknown> = {};
    for (const name of types ?? this.#types.keys()) {
      const type = this.#types.get(name);
      const version = type ? `${type.version}/${language}` : "0";
      if (versions[name] === version) continue;
      out[name] = {
        version,
        values: (type?.rows ?? []).map((row) => ({ ...row, meaning: language === "EN" ? row.meaningEn || row.meaning : row.meaning })),
      };
    }
    return out;
  }
}
