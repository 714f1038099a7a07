import type { Declared } from "../../declared.ts";
import type { Todo, TodoEnd } from "../../rule.ts";
import { fill } from "../../text.ts";
import { waitingChange, type Waits } from "../../waiting.ts";
import type { Attempt } from "../act/attempt.ts";
import type { Tx } from "../database/db.ts";
import { prepared } from "../find/find.ts";
import { newId } from "../act/id.ts";
import type { Row } from "../find/visible.ts";
import type { Tracked } from "../act/working.ts";

/** Where to-dos stand: those of the buying organisation and those of its suppliers. */
export const todoTables = ["SrmBaseInsidePending", "SrmBaseSupplierPending"] as const;

const columns = `id text, "pendingType" text, "bizType" text, "bizId" text, "bizNo" text, title text, "titleEn" text, "supplierId" text,
  "userId" text, "respId" text, "respCode" text, "contactRole" text, "orgId" text, "routePath" text, "routeQuery" text, "dueDate" timestamptz, priority text`;

interface Opened {
  readonly tracked: Tracked;
  readonly type: string;
  readonly todo: Todo;
}

/** What an action wants done, and what it has done with: opened and closed in its own transaction, so that the lists can never differ from the documents. */
export class Todos {
  readonly #declared: Declared;
  #opens: Opened[] = [];
  readonly #closes: { type: string; tracked: Tracked; as: TodoEnd; userId: string | null }[] = [];

  constructor(declared: Declared) {
    this.#declared = declared;
  }

  open(type: string, tracked: Tracked, todo: Todo): void {
    this.#declared.todo(type);
    this.#opens.push({ type, tracked, todo });
  }

  /** Also ends what the same action opened before: a document that is answered at once leaves nothing to do. */
  close(types: readonly string[], tracked: Tracked, as: TodoEnd, userId: string | null): void {
    for (const type of types) {
      this.#declared.todo(type);
      const isEnded = (open: Opened): boolean =>
        open.type === type && open.tracked === tracked && (userId === null || [open.todo.userId, open.todo.supplierId].includes(userId));
      this.#opens = this.#opens.filter((open) => !isEnded(open));
      // The first word on how it ended stands.
      const isKnown = this.#closes.some((close) => close.type === type && close.tracked === tracked && close.userId === userId);
      if (!isKnown) this.#closes.push({ type, tracked, as, userId });
    }
  }

  get changed(): boolean {
    return this.#opens.length + this.#closes.length > 0;
  }

  /** At most two statements a table, whatever the number: what ends goes before what begins, for a to-do may be both. */
  async write(tx: Tx, by: { readonly now: string; readonly userId: string }): Promise<void> {
    const sent: Promise<unknown>[] = [];
    const ends = this.#closes.map(({ type, tracked, as, userId }) => ({
      pendingType: type,
      bizType: tracked.entity.name,
      bizId: tracked.row["id"] as string,
      status: as,
      userId,
    }));
    for (const table of todoTables) {
      if (ends.length) sent.push(tx.query(closing(table), [JSON.stringify(ends), by.now, by.userId]));
      const begins = this.#opens.filter(({ todo }) => (todo.supplierId ? todoTables[1] : todoTables[0]) === table);
      if (begins.length)
        sent.push(tx.query(opening(table), [JSON.stringify(begins.map((opened) => this.#row(opened))), by.now, by.userId]));
    }
    for (const entry of sent) entry.catch(() => undefined);
    await Promise.all(sent);
  }

  #row({ tracked, type, todo }: Opened): Row {
    const shape = this.#declared.todo(type);
    const { entity: e, row } = tracked;
    const bizNo = todo.no ?? String((e.number ? row[e.number[0]] : row[e.title[0]!]) ?? "");
    const [title, titleEn] = todo.title ?? fill(shape.title, { bizNo });
    return {
      id: newId(),
      pendingType: type,
      bizType: e.name,
      bizId: row["id"],
      bizNo,
      title,
      titleEn,
      // A colleague's to-do says which supplier its document is about.
      supplierId: todo.supplierId ?? ("supplierId" in e.fields ? row["supplierId"] : null),
      userId: todo.userId,
      respCode: todo.respCode,
      contactRole: todo.contactRole,
      orgId: todo.orgId,
      routePath: shape.route,
      routeQuery: todo.query ?? `id=${String(row["id"])}`,
      dueDate: todo.dueDate,
      priority: todo.priority ?? "NORMAL",
    };
  }
}

/** Opens and closes the to-dos that entities declare for their states, and tells that a document waits. */
export function waitAnew({ ws, todos, told, doer }: Pick<Attempt, "ws" | "todos" | "told" | "doer">): void {
  for (const tracked of ws.all()) {
    const { entity: e, row, before, removed } = tracked;
    for (const waits of (e.waiting ?? []) as readonly Waits[]) {
      const change = waitingChange(waits, e.stateField, before, removed ? null : row, doer.me);
      if (change?.closes) todos.close([waits.todo], tracked, change.closes.as, change.closes.userId ?? null);
      if (change?.opens) todos.open(waits.todo, tracked, change.opens);
      if (!change?.isNew || !waits.tells) continue;
      told.push({ event: waits.tells, entity: e.name, docId: row["id"], data: { id: row["id"], ...waits.says?.(row) } });
    }
  }
}

const closing = (table: string) =>
  prepared(`update "${table}" t set status = x.status, "handledBy" = $3, "handledDate" = $2, "closeReason" = x.status,
      "handleHours" = round(extract(epoch from ($2::timestamptz - t."arrivalDate"))::numeric / 3600, 1),
      "lastUpdatedBy" = $3, "lastUpdateDate" = $2, "versionNum" = t."versionNum" + 1
    from json_to_recordset($1::json) as x("pendingType" text, "bizType" text, "bizId" text, status text, "userId" text)
    where t.status = 'OPEN' and t."pendingType" = x."pendingType" and t."bizType" = x."bizType" and t."bizId" = x."bizId"
      and (x."userId" is null or t."userId" = x."userId" or t."supplierId" = x."userId")`);

const opening = (table: string) =>
  prepared(`insert into "${table}" (id, "pendingType", "bizType", "bizId", "bizNo", title, "titleEn", "supplierId", "userId", "respId", "contactRole", "orgId",
      "routePath", "routeQuery", "arrivalDate", "dueDate", priority, status, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")
    select x.id, x."pendingType", x."bizType", x."bizId", x."bizNo", x.title, x."titleEn", x."supplierId", x."userId", r.id, x."contactRole", x."orgId",
      x."routePath", x."routeQuery", $2, x."dueDate", x.priority, 'OPEN', $3, $2, $3, $2, 1
    from json_to_recordset($1::json) as x(${columns}) left join "BaseResponsibility" r on r."respCode" = x."respCode"
    on conflict ("pendingType", "bizType", "bizId", "supplierId", "userId", "respId") where status = 'OPEN'
    do update set "dueDate" = excluded."dueDate", priority = excluded.priority, title = excluded.title, "titleEn" = excluded."titleEn"`);
