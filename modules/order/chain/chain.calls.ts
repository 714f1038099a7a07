import { sum } from "#kernel/decimal.ts";
import type { Doc, Entity, Me } from "#kernel/entity.ts";
import { saidOf } from "#kernel/page-document.ts";
import { isMixed } from "#kernel/page-format.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { answering, type Call, type Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { asks, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Text } from "#kernel/text.ts";
import {
  chainNumbers,
  chainOrders,
  chainPieces,
  chainStages,
  purchaseCodes,
  type Chain,
  type ChainNode,
  type ChainPiece,
  type ChainStage,
  type PassportStep,
} from "#modules/demand/index.ts";
import { shareOf } from "./chain.ts";
import { order } from "../order.entity.ts";
import { findByAnyNumber } from "../page-calls.ts";
import { eff, net } from "../ledger/quantities.ts";
import { storageTransaction } from "../ledger/transaction.entity.ts";

type Row = Readonly<Record<string, unknown>>;
type Order = Doc<typeof order>;
type Line = Order["lines"][number];

/** What suppliers may know of a chain: it begins with their order. */
const supplierStages: readonly ChainStage[] = ["ORDER", "NOTICE", "NOTE", "RECEIVE", "TRANSACTION"];
const missing = () => refuse(...purchaseCodes.notFound);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

const total = (lines: readonly Line[], of: (line: Line) => string): string => sum(lines.map(of));

/** Any document of a chain leads to the whole of it, as far as its reader may look. */
export class Chains {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Which of these rows the reader sees; none where the page is not his. */
  async #seen(e: Entity, ids: readonly string[], me: Me): Promise<ReadonlySet<string>> {
    try {
      const { rows } = await this.#kernel.finder.list(e, { ids, pageRows: 1000 }, me);
      return new Set(rows.map((row) => String(row["id"])));
    } catch (error) {
      if (error instanceof Refusal) return new Set();
      throw error;
    }
  }

  async #visible(pieces: readonly ChainPiece[], me: Me): Promise<(piece: ChainPiece) => boolean> {
    const byEntity = [...Map.groupBy(pieces, (piece) => piece.entity)];
    const seen = new Map(
      await Promise.all(
        byEntity.map(
          async ([e, list]) =>
            [
              e.name,
              await this.#seen(
                e,
                list.map((chainPiece) => chainPiece.id),
                me,
              ),
            ] as const,
        ),
      ),
    );
    return (piece) => seen.get(piece.entity.name)?.has(piece.id) ?? false;
  }

  #statusOf(e: Entity, code: string): { statusText: Text; tone: string } {
    const state = (e.states as Readonly<Record<string, readonly [string, string, string?]>> | undefined)?.[code];
    if (state) return { statusText: [state[0], state[1]], tone: state[2] ?? "neutral" };
    const found = this.#kernel.lookups.values("PUR_RECON_STATUS").find((lookup) => lookup.lookupCode === code);
    return { statusText: [found?.meaning ?? code, found?.meaningEn ?? code], tone: code === "FULL" ? "done" : "neutral" };
  }

  #node(piece: ChainPiece, share: { qty: string | null; amount: string | null }, visible: boolean): ChainNode {
    const { edit } = piece.entity.pages ?? {};
    const page = edit ?? piece.route;
    return {
      type: piece.entity.name,
      kind: piece.entity.label,
      id: piece.id,
      num: piece.num,
      stage: piece.stage,
      status: piece.status,
      ...this.#statusOf(piece.entity, piece.status),
      date: piece.date,
      qty: share.qty,
      amount: visible ? share.amount : null,
      takesAway: piece.takesAway ?? false,
      note: piece.note ?? null,
      href: visible && page ? `/main/${page}${edit ? `?id=${encodeURIComponent(piece.id)}` : ""}` : null,
    };
  }

  /** How far the goods and the money of some lines have come. */
  async #passport(doc: Order, lines: readonly Line[], me: Me): Promise<readonly PassportStep[]> {
    const inside = new Set<string>(lines.map((line) => line.id));
    const posted = (await factsFor(this.#kernel, me).where(storageTransaction, { orderId: doc.id }, 1000)).filter((row) =>
      inside.has(row.orderLineId),
    );
    const money = (key: "amountIncl" | "statementAmount" | "invoicedAmount" | "paidAmount") => sum(posted.map((row) => row[key]));
    // Pieces and kilograms have no sum: an order over several units is told in money alone.
    const count = (of: (line: Line) => string): string | null =>
      isMixed(lines as readonly object[] as readonly Row[], "uom") ? null : total(lines, of);
    const arrived = count((line) => sum([line.inTransitQty, line.inspectingQty, line.receivedQty, line.rejectedQty]));
    const step = (key: string, label: Text, stage: ChainStage, figures: Partial<PassportStep>): PassportStep => ({
      key,
      label,
      stage,
      qty: null,
      amount: null,
      ...figures,
    });
    const qty = (key: "confirmedQty" | "inTransitQty" | "statementQty" | "invoicedQty") => count((line) => line[key]);
    const ordered = total(lines, (line) => line.amountIncl);
    return [
      step("ordered", ["订购", "Ordered"], "ORDER", { qty: count(eff), amount: ordered, figure: "EFF" }),
      step("confirmed", ["确认", "Confirmed"], "ORDER", { qty: qty("confirmedQty"), figure: "CFM" }),
      step("shipped", ["已发", "Shipped"], "NOTE", { qty: arrived }),
      step("transit", ["在途", "In transit"], "NOTE", { qty: qty("inTransitQty"), figure: "TRN" }),
      step("received", ["净收", "Net received"], "RECEIVE", { qty: count(net), amount: money("amountIncl"), figure: "NET" }),
      step("stated", ["对账", "Reconciled"], "STATEMENT", { qty: qty("statementQty"), amount: money("statementAmount"), figure: "STM" }),
      step("invoiced", ["开票", "Invoiced"], "INVOICE", { qty: qty("invoicedQty"), amount: money("invoicedAmount"), figure: "INV" }),
      step("paid", ["已付", "Paid"], "PAYMENT", { amount: money("paidAmount") }),
    ];
  }

  async find(ctx: Context, body: Row): Promise<Chain> {
    const { me } = ctx;
    const { finder, declared } = this.#kernel;
    const [docType, docId] = [text(body["anyDocType"]), text(body["anyDocId"])];
    const start = declared.entities.get(docType);
    const root = start ? rootOf(this.#kernel, start) : undefined;
    if (!start || !docId || start.internal || !root) throw missing();
    // whoever may not see the document learns nothing of its chain
    if (!(await finder.sees(start, docId, me))) throw missing();
    const find = factsFor(this.#kernel, me);
    const found = [...new Set((await chainOrders.ask(find, { docType, docId })).map((entry) => entry.orderId))];
    const seen = found.length > 0 ? await this.#seen(order, found, me) : new Set<string>();
    const orderIds = found.filter((id) => seen.has(id));
    if (orderIds.length === 0) return { order: null, others: [], currency: "CNY", nodes: [], edges: [], passport: [] };
    const docs = await find.where(order, { id: orderIds }, 20);
    const doc = docs.find((row) => row.id === orderIds[0])!;
    return this.#chain(doc, docs, text(body["orderLineId"]) || (docType === "SrmPurOrderLine" ? docId : ""), me);
  }

  async #chain(doc: Order, docs: readonly Order[], lineId: string, me: Me): Promise<Chain> {
    const lines = lineId ? doc.lines.filter((line) => line.id === lineId) : doc.lines;
    const units = new Map<string, string>(lines.map((line) => [line.id, line.uom]));
    const supplier = me.audience === "supplier";
    const all = await chainPieces.ask(factsFor(this.#kernel, me), { orderIds: [doc.id] });
    const pieces = all.filter((chainPiece) => !supplier || supplierStages.includes(chainPiece.stage));
    const isVisible = await this.#visible(pieces, me);
    const stages = Object.keys(chainStages);
    const shown = pieces
      .flatMap((piece) => {
        const share = shareOf(piece, units);
        const visible = isVisible(piece);
        // suppliers see what is theirs, and nothing beside it
        return share && (visible || !supplier) ? [{ piece, node: this.#node(piece, share, visible) }] : [];
      })
      .toSorted(
        (a, b) => stages.indexOf(a.node.stage) - stages.indexOf(b.node.stage) || (a.node.date ?? "").localeCompare(b.node.date ?? ""),
      );
    const keys = new Set(shown.map(({ node }) => `${node.type}:${node.id}`));
    const names = await this.#names(doc, me);
    return {
      order: {
        type: order.name,
        id: doc.id,
        num: doc.orderNum ?? "",
        status: doc.status,
        supplierName: names.supplier,
        lines: doc.lines.map((line) => ({
          id: line.id,
          lineNum: line.lineNum ?? 0,
          itemName: names.goods.get(line.id) ?? line.itemDesc,
          uom: line.uom,
          ownerIds: line.deliveries.map((row) => row.id),
        })),
      },
      others: docs.filter((order) => order.id !== doc.id).map((order) => ({ id: order.id, num: order.orderNum ?? "" })),
      currency: doc.currency,
      nodes: shown.map(({ node }) => node),
      edges: shown.flatMap(({ piece, node }) =>
        piece.from
          .map((from) => ({ from: `${from.type}:${from.id}`, to: `${node.type}:${node.id}`, qty: node.qty }))
          .filter((edge) => keys.has(edge.from)),
      ),
      passport: await this.#passport(doc, lines, me),
    };
  }

  async #names(doc: Order, me: Me): Promise<{ readonly supplier: string; readonly goods: ReadonlyMap<string, string> }> {
    const row = await this.#kernel.finder.byId(order, doc.id, me);
    const lines = (row["lines"] ?? []) as readonly Row[];
    const goods = lines.map((line): [string, string] => [text(line["id"]), saidOf(order.lines.lines, "itemDesc", line, me.language)]);
    return { supplier: text(row["supplierName"]), goods: new Map(goods) };
  }

  /** The orders that any number of a chain leads to, as far as the reader sees them. */
  async byNumber(ctx: Context, body: Row): Promise<{ readonly ids: readonly string[] }> {
    const num = text(body["num"]).trim();
    if (!this.#kernel.finder.mayRead(order, ctx.me)) throw permDenied();
    if (num === "") return { ids: [] };
    const found = await chainNumbers.ask(factsFor(this.#kernel, ctx.me), { num });
    const ids = [...new Set(found.map((entry) => entry.orderId))].slice(0, 200);
    const seen = ids.length > 0 ? await this.#seen(order, ids, ctx.me) : new Set<string>();
    return { ids: ids.filter((id) => seen.has(id)) };
  }

  calls(): Call[] {
    const at = (path: string, input: CallInput, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path,
      guard: "session",
      input,
      handle,
    });
    const link = asks({ anyDocType: "text", anyDocId: "id", orderLineId: "id" });
    return [
      at("v1/srmPurOrderHeaderRestful/findChain", link, (ctx, body) => this.find(ctx, body)),
      at("v1/srmPurStorageTransactionRestful/findChain", link, (ctx, body) =>
        this.find(ctx, { anyDocType: storageTransaction.name, ...body }),
      ),
      answering(findByAnyNumber, (ctx, body) => this.byNumber(ctx, body)),
    ];
  }
}

/** The document an entity belongs to: its own, or that of its lines. */
function rootOf(kernel: Kernel, e: Entity): Entity | undefined {
  const parent = kernel.declared.parent(e);
  return parent ? rootOf(kernel, parent.entity) : e;
}
