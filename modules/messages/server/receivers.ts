import { collections, type Me } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import { all, columns, every, sql, type Sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { Refusal } from "#kernel/refusal.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { isHeld } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { houseDay } from "#kernel/time.ts";
import { positionAllot } from "#modules/admin/index.ts";
import { askRule } from "#modules/rules/index.ts";
import { msgReceive } from "../config.entity.ts";
import type { Office } from "./office.ts";
import { askQuery, readerOf, type QueryFound, type QueryReader } from "./receiver-query.ts";

/** A receiver definition as it stands in its table. */
export interface ReceiverShape extends QueryReader {
  readonly id: string;
  readonly receiveCode: string;
  readonly kind: string;
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly includeDelegates: string;
}

/** Receiver definitions as they are stored: those with these ids, or all. */
export function receiverShapes(db: Pick<Db, "query">, ids?: readonly string[]): Promise<ReceiverShape[]> {
  const r = every(msgReceive);
  return db.query<ReceiverShape>(
    sql`select ${columns(r, "id", "receiveCode", "kind", "value", "includeDelegates", "readerId", "readerRespId")} from ${r}
      where ${all(ids !== undefined && sql`${r.id} = any(${ids})`)}`,
  );
}

/** What receivers are found from: the values of the event and the row of its document. */
export interface Basis {
  readonly values: Readonly<Record<string, unknown>>;
  readonly document: Row | null;
}

const [account, grant, held] = [every(user), every(userResp), every(responsibility)];
const isActive = sql`${account.userStatus} = 'ACTIVE'`;

const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined || value === "" ? [] : String(value).split(",")).map((part) =>
    String(part).trim(),
  );

const responsibilityOfRole: Readonly<Record<string, string>> = { SALES: "SUP_SALES", QUALITY: "SUP_QUALITY", FINANCE: "SUP_FINANCE" };

/** Finds the people definitions mean. Whether each may be told is asked afterwards, and of everybody alike. */
export class Receivers {
  readonly #office: Office;

  constructor(office: Office) {
    this.#office = office;
  }

  /** `reader` carries out queries with the rights of whoever tries a definition, instead of its own reader's. */
  async resolve(definitions: readonly ReceiverShape[], basis: Basis, reader?: Me): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const definition of definitions) {
      const ids = await this.one(definition, basis, reader);
      for (const id of ids) found.add(id);
      if (definition.includeDelegates === "Y") for (const id of await this.#delegates(ids)) found.add(id);
    }
    return [...found];
  }

  /** The people of one definition, before anybody is left out. */
  async one(shape: ReceiverShape, basis: Basis, reader?: Me): Promise<readonly string[]> {
    const value = shape.value ?? {};
    switch (shape.kind) {
      case "USERS":
        return this.#named(value["userIds"]);
      case "RESPONSIBILITY":
        return this.#holders(String(value["respCode"] ?? ""), null);
      case "BPM_ROLE":
        return this.#roleHolders(String(value["roleCode"] ?? ""));
      case "POSITION":
        return this.#seated(list(value["positionIds"]));
      case "DOC_FIELD":
        return this.#named(value["value"] ? basis.values[String(value["value"])] : firstOf(basis.document, String(value["field"])));
      case "SUPPLIER_ADMINS":
        return this.#supplierAdmins(suppliersOf(value, basis));
      case "SUPPLIER_CONTACT":
        return this.#contacts(String(value["role"] ?? ""), suppliersOf(value, basis));
      case "RULE":
        return this.#byRule(String(value["ruleCode"] ?? ""), basis);
      case "QUERY":
        return this.#byQuery(shape, basis, reader);
      case "ALL_SUPPLIERS":
        return this.#everybody("SUPPLIER");
      case "ALL_INTERNAL":
        return this.#everybody("INTERNAL");
      default:
        return [];
    }
  }

  async #ids(statement: Sql): Promise<string[]> {
    return (await this.#office.kernel.db.query<{ id: string }>(statement)).map((row) => row.id);
  }

  #accounts(...conditions: readonly Sql[]): Promise<string[]> {
    return this.#ids(sql`select ${account.id} from ${account} where ${all(...conditions)} order by ${account.id}`);
  }

  #today(): string {
    return houseDay(this.#office.clock.now());
  }

  #everybody(userType: string): Promise<string[]> {
    return this.#accounts(isActive, sql`${account.userType} = ${userType}`);
  }

  #holders(respCode: string, supplierId: string | null): Promise<string[]> {
    return this.#ids(
      sql`select distinct ${account.id} from ${grant} join ${held} on ${held.id} = ${grant.responsibilityId} join ${account} on ${account.id} = ${grant.userId}
       where ${all(
         sql`${held.respCode} = ${respCode}`,
         isActive,
         isHeld(grant, held, sql`${this.#today()}`),
         supplierId !== null && sql`coalesce(${grant.supplierId}, ${account.supplierId}) = ${supplierId}`,
       )} order by ${account.id}`,
    );
  }

  /** Members of a workflow role where workflow keeps them; otherwise the holders of the responsibility of that name. */
  async #roleHolders(roleCode: string): Promise<string[]> {
    const { declared } = this.#office.kernel;
    const role = declared.entities.get("BpmRole");
    const members = role ? Object.values(collections(role)).find((line) => "userId" in line.fields) : undefined;
    if (!role || !members) return this.#holders(roleCode, null);
    const [m, r] = [every(members), every(role)];
    return this.#ids(
      sql`select ${m["userId"]!} as id from ${m} join ${r} on ${r.id} = ${m.parentId} where ${r["roleCode"]!} = ${roleCode} and ${m["userId"]!} is not null`,
    );
  }

  #seated(positionIds: readonly string[]): Promise<string[]> {
    const [s, today] = [every(positionAllot), this.#today()];
    return this.#ids(
      sql`select distinct ${account.id} from ${s} join ${account} on ${account.personId} = ${s.personId}
       where ${s.positionId} = any(${positionIds}) and ${s.startDate} <= ${today} and (${s.endDate} is null or ${s.endDate} >= ${today}) and ${isActive} order by ${account.id}`,
    );
  }

  /** Ids of accounts, account names or ids of employees: whichever a document or an event names people by. */
  #named(value: unknown): Promise<string[]> {
    const names = list(value);
    const lower = names.map((name) => name.toLowerCase());
    return names.length
      ? this.#accounts(
          sql`(${account.id} = any(${names}) or lower(${account.userName}) = any(${lower}) or ${account.personId} = any(${names}))`,
        )
      : Promise.resolve([]);
  }

  #supplierAdmins(supplierIds: readonly string[]): Promise<string[]> {
    return supplierIds.length
      ? this.#accounts(
          isActive,
          sql`${account.userType} = 'SUPPLIER' and ${account.supplierId} = any(${supplierIds}) and ${account.supAdminFlag} = 'Y'`,
        )
      : Promise.resolve([]);
  }

  /** Each company's people in charge of this; where nobody is, its administrators. */
  async #contacts(role: string, supplierIds: readonly string[]): Promise<readonly string[]> {
    const contact = this.#office.kernel.declared.entities.get("SrmSupContact");
    const isKept = contact && "userId" in contact.fields && "contactRole" in contact.fields;
    const c = isKept ? every(contact) : undefined;
    const owner = contact && "supplierId" in contact.fields ? "supplierId" : "parentId";
    const found: string[] = [];
    for (const supplierId of supplierIds) {
      const named = c
        ? await this.#ids(
            sql`select distinct ${c["userId"]!} as id from ${c} where ${c[owner]!} = ${supplierId} and ${c["contactRole"]!}::text like '%' || ${role}::text || '%' and ${c["userId"]!} is not null`,
          )
        : [];
      const worn = named.length === 0 && responsibilityOfRole[role] ? await this.#holders(responsibilityOfRole[role], supplierId) : named;
      found.push(...(worn.length ? worn : await this.#supplierAdmins([supplierId])));
    }
    return found;
  }

  async #byQuery(shape: ReceiverShape, { values, document }: Basis, asked?: Me): Promise<readonly string[]> {
    const { kernel, alarm } = this.#office;
    const reader = asked ?? (await readerOf(kernel, shape));
    if (!reader) {
      alarm(new Error(`receiver definition ${shape.receiveCode}: whoever saved its query may no longer sign in; save it again`));
      return [];
    }
    try {
      return await this.people(await askQuery(kernel, shape.value, { ...document, ...values }, reader));
    } catch (error) {
      // One definition that went out of date must not keep a message from everybody else.
      if (asked || !(error instanceof Refusal)) throw error;
      alarm(new Error(`receiver definition ${shape.receiveCode}: ${error.text[1]}`));
      return [];
    }
  }

  /** The accounts behind what a query found. */
  async people({ by, ids, role }: QueryFound): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    if (by === "user") return this.#named([...ids]);
    if (by === "supplier") return role ? this.#contacts(role, ids) : this.#supplierAdmins(ids);
    const c = every(this.#office.kernel.declared.entity("SrmSupContact"));
    return this.#ids(
      sql`select distinct ${c["userId"]!} as id from ${c} where ${c.id} = any(${ids}) and ${c["userId"]!} is not null order by 1`,
    );
  }

  async #byRule(ruleCode: string, { values, document }: Basis): Promise<readonly string[]> {
    const facts = findFor(this.#office.kernel, systemMe("messages"));
    const { outputs } = await askRule(facts, ruleCode, { ...document, ...values }, { now: this.#office.clock.now().toISOString() });
    const named = list((outputs as Row)["receivers"]);
    const people = await this.#named(named);
    const responsibilities = await Promise.all(named.map((code) => this.#holders(code, null)));
    return [...new Set([...people, ...responsibilities.flat()])];
  }

  /** Whoever stands in for these people now hears with them. */
  #delegates(userIds: readonly string[]): Promise<string[]> {
    const [a, now] = [every(userAuthorisation), this.#office.clock.now()];
    return userIds.length
      ? this.#ids(
          sql`select distinct ${a.toUserId} as id from ${a} where ${a.fromUserId} = any(${userIds}) and ${a.status} in ('PENDING', 'ACTIVE') and ${a.startTime} <= ${now} and ${a.endTime} > ${now}`,
        )
      : Promise.resolve([]);
  }
}

/** The first of several fields that names somebody. */
const firstOf = (document: Row | null, fields: string): unknown =>
  fields
    .split(",")
    .map((field) => document?.[field.trim()])
    .find((value) => value !== null && value !== undefined && value !== "");

/** The document's supplier, or those a definition points to. */
const suppliersOf = (value: Readonly<Record<string, unknown>>, { values, document }: Basis): readonly string[] => {
  const key = typeof value["of"] === "string" ? value["of"] : "supplierId";
  return list(values[key] ?? document?.[key]);
};
