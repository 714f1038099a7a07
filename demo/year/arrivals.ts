import type { Row } from "../cast.ts";
import type { Coming, Deal, NoteEnd } from "./deal.ts";
import { units } from "./house.ts";
import { Measures } from "./measures.ts";

const note = "SrmPurDeliveryNote";
const receive = "SrmPurReceive";
const writeOff = "SrmPurWriteOff";

export const idsOf = (docs: readonly Row[]): readonly string[] => docs.map((doc) => String(doc["id"]));
const linesOf = (doc: Row): readonly Row[] => doc["lines"] as Row[];

/** A row of a running order that is still to come, or has come back to be replaced. */
interface Due {
  readonly firm: number;
  readonly rowId: string;
  readonly coming: Coming;
  readonly turn: number;
  readonly noteEnd: NoteEnd | null;
  /** Where its goods were sent already and only the receipt is missing. */
  readonly sent?: { readonly noteId: string; readonly lineId: string };
}

/** What one supplier brings in a turn, with the note it comes with. */
interface Share {
  readonly firm: number;
  readonly due: readonly Due[];
  readonly note: Row | null;
}

/** What is to be undone a fortnight after it came: the receipt line and how much. */
interface Undone {
  readonly org: string;
  readonly type: "REVERSAL" | "RETURN_REFUND" | "RETURN_REPLACE";
  readonly lineId: string;
  readonly qty: number;
  readonly due: Due;
}

const reasons: Readonly<Record<Undone["type"], Row>> = {
  REVERSAL: { reasonCode: "KEY_ERROR", reasonDesc: "点数有误，部分货物尚未到厂，冲销后按实收重新入库" },
  RETURN_REFUND: { reasonCode: "QUALITY", reasonDesc: "使用中发现不良，退货退款" },
  RETURN_REPLACE: { reasonCode: "QUALITY", reasonDesc: "使用中发现不良，退货换货" },
};

/** What of a row is on a truck that came with less than its note says: it comes with the next one. */
const leftBehind = ({ noteEnd, coming }: Due): number => (noteEnd === "closed" ? Math.max(1, Math.round(coming.qty * 0.1)) : 0);
/** The same row again, with nothing going wrong any more. */
const again = (due: Due, qty: number, turn: number): Due => ({
  firm: due.firm,
  rowId: due.rowId,
  turn,
  noteEnd: null,
  coming: { ...due.coming, qty, refused: 0, returned: 0, miscounted: 0, missing: 0 },
});

/** How goods come in: shipped with notes or brought, received, refused, reversed and sent back. */
export class Arrivals extends Measures {
  #due: Due[] = [];
  #undone: Undone[] = [];

  /** From now on the rows of an order are on their way. */
  protected expect({ firm, turn, lines, noteEnd }: Deal, doc: Row): void {
    linesOf(doc).forEach((line, i) =>
      (line["deliveries"] as Row[]).forEach((row, j) => {
        const planned = lines[i]!.rows[j]!;
        const coming = { ...planned, qty: planned.qty - planned.missing };
        const due = { firm, rowId: String(row["id"]), coming, turn: turn + coming.after };
        this.#due.push({ ...due, noteEnd: i + j === 0 ? noteEnd : null });
      }),
    );
  }

  /** What is due in this turn comes: shipped with a note by those in the portal, brought by the others. */
  protected async arrive(turn: number): Promise<void> {
    const now = this.#due.filter((due) => due.turn === turn);
    this.#due = this.#due.filter((due) => due.turn !== turn);
    const back = this.back(turn);
    const fresh = now.filter((due) => !due.sent);
    const shares = await this.#ship([...Map.groupBy(fresh, (due) => due.firm)], back - 1);
    await this.#reopened(shares, back);
    const rest = now.filter((due) => due.sent).map((due): Share => ({ firm: due.firm, due: [due], note: null }));
    const taken = [...Map.groupBy([...shares, ...rest], (share) => this.org(share.firm))];
    const docs = await Promise.all(taken.map(([org, own]) => this.#receive(org, own, back)));
    taken.forEach(([org, own], i) => own.forEach((share, at) => this.#follow(org, share, docs[i]![at]!, turn)));
    await this.#closedNotes(shares, back);
  }

  #receipt({ due, note: shipped }: Share, receiveDate: string): Row {
    const lines = due.map((entry, i) => {
      const { qty, refused } = entry.coming;
      const noteLineId = entry.sent?.lineId ?? (shipped ? linesOf(shipped)[i]!["id"] : null);
      const arrived = qty - leftBehind(entry);
      return {
        ...(noteLineId ? { noteLineId } : { orderDeliveryId: entry.rowId }),
        arrivalQty: String(arrived),
        acceptedQty: String(arrived - refused),
        ...(refused ? { rejectedQty: String(refused), rejectReason: "QUALITY" } : {}),
        ...(arrived < qty ? { diffReason: "少装一托，随下一车送达" } : {}),
      };
    });
    const noteId = due[0]!.sent?.noteId ?? shipped?.["id"];
    return { receiveDate, lines, ...(noteId ? { receiveType: "NOTE", noteId } : { receiveType: "ORDER" }) };
  }

  /** Each plant takes goods in on its own day of the week. */
  async #receive(org: string, shares: readonly Share[], monday: number): Promise<readonly Row[]> {
    const { keeper, takesIn } = units[org]!;
    const [by, back] = [this.me(keeper), monday - takesIn];
    const inputs = shares.map((share) => this.#receipt(share, this.dateIn(-back)));
    const docs = await this.make(receive, inputs, by, back);
    await this.presses(receive, "doConfirm", idsOf(docs), by, back);
    return docs;
  }

  /** What was refused is brought again a fortnight later, faultless; what proves faulty or was miscounted is undone then. */
  #follow(org: string, { due, note: shipped }: Share, doc: Row, turn: number): void {
    for (const [i, entry] of due.entries()) {
      const { refused, returned, isReplaced, miscounted } = entry.coming;
      const lineId = String(linesOf(doc)[i]!["id"]);
      const sent = shipped ? { noteId: String(shipped["id"]), lineId: String(linesOf(shipped)[i]!["id"]) } : undefined;
      const type = isReplaced ? "RETURN_REPLACE" : "RETURN_REFUND";
      if (returned) this.#undone.push({ org, type, lineId, qty: returned, due: again(entry, returned, turn + 2) });
      const counted = { ...again(entry, miscounted, turn + 1), ...(sent ? { sent } : {}) };
      if (miscounted) this.#undone.push({ org, type: "REVERSAL", lineId, qty: miscounted, due: counted });
      const later = refused + leftBehind(entry);
      if (later) this.#due.push(again(entry, later, turn + 1));
    }
  }

  /** One note for everything a supplier of the portal ships this day; one that breaks down is cancelled and sent anew. */
  async #ship(parts: readonly (readonly [firm: number, due: readonly Due[]])[], back: number): Promise<readonly Share[]> {
    const about = { carrier: "远帆物流", plateNum: "苏E00001", driverName: "司机" };
    const send = async (firm: number, due: readonly Due[]): Promise<Row> => {
      const lines = due.map(({ rowId, coming }) => ({ orderDeliveryId: rowId, noteQty: String(coming.qty) }));
      const input = { ...about, shipDate: this.dateIn(-back), eta: `${this.dateIn(2 - back)} 10:00:00`, lines };
      return (await this.make(note, [input], this.me(this.user(firm)!), back))[0]!;
    };
    const press = (action: string, shares: readonly Share[], input: Row = {}): Promise<unknown> =>
      Promise.all(
        shares.map(({ firm, note: doc }) => (doc ? this.presses(note, action, idsOf([doc]), this.me(this.user(firm)!), back, input) : [])),
      );
    const shares: Share[] = [];
    for (const [firm, due] of parts) shares.push({ firm, due, note: this.user(firm) ? await send(firm, due) : null });
    await press("doSubmit", shares);
    const broken = shares.filter(({ due }) => due.some((candidate) => candidate.noteEnd === "cancelled"));
    await press("doCancel", broken, { cancelReason: "车辆故障，改由次车发运" });
    const anew = new Map<Share, Share>();
    for (const share of broken) anew.set(share, { ...share, note: await send(share.firm, share.due) });
    await press("doSubmit", [...anew.values()]);
    return shares.map((share) => anew.get(share) ?? share);
  }

  /** Notes given up the day before their truck came after all. */
  async #reopened(shares: readonly Share[], back: number): Promise<void> {
    for (const { firm, due, note: doc } of shares) {
      if (!doc || !due.some((candidate) => candidate.noteEnd === "reopened")) continue;
      const { keeper, takesIn } = units[this.org(firm)]!;
      const reason = { closeReason: "承运商通知车辆取消，预计不再送达" };
      await this.presses(note, "doClose", idsOf([doc]), this.me(keeper), back - takesIn + 1, reason);
      await this.presses(note, "doReopen", idsOf([doc]), this.me(keeper), back - takesIn);
    }
  }

  /** Notes of which a part was left behind: the rest comes with another one. */
  async #closedNotes(shares: readonly Share[], back: number): Promise<void> {
    for (const { firm, due, note: doc } of shares) {
      if (!doc || !due.some(leftBehind)) continue;
      const { keeper, takesIn } = units[this.org(firm)]!;
      await this.presses(note, "doClose", idsOf([doc]), this.me(keeper), back - takesIn, { closeReason: "少装一托，余量另行发运" });
    }
  }

  /** What proved faulty goes back for its money or for new goods; what was posted by mistake is reversed and comes in anew. */
  protected async undo(turn: number): Promise<void> {
    const all = this.#undone;
    this.#undone = [];
    const back = this.back(turn) - 1;
    const made: { readonly doc: Row; readonly of: Undone }[] = [];
    for (const [org, own] of Map.groupBy(all, (undone) => undone.org)) {
      const keeper = this.me(units[org]!.keeper);
      const docs = await this.make(
        writeOff,
        own.map(({ type, lineId, qty, due }) => ({
          writeOffType: type,
          ...reasons[type],
          ...(type === "RETURN_REPLACE" && this.user(due.firm) ? { supplierConfirmFlag: "Y" } : {}),
          lines: [{ receiveLineId: lineId, qty: String(qty) }],
        })),
        keeper,
        back,
      );
      await this.presses(writeOff, "doSubmit", idsOf(docs), keeper, back);
      docs.forEach((doc, i) => made.push({ doc, of: own[i]! }));
    }
    await this.agree(idsOf(made.map(({ doc }) => doc)), this.me("lead.buyer"), back - 1);
    for (const { doc, of } of made) {
      const user = this.user(of.due.firm);
      if (of.type === "RETURN_REPLACE" && user) await this.presses(writeOff, "doSupplierConfirm", idsOf([doc]), this.me(user), back - 1);
      if (of.type !== "RETURN_REFUND") this.#due.push(of.due);
    }
  }

  /** At the end some goods are on the road: whoever ships next has sent them yesterday. */
  protected async underWay(): Promise<void> {
    const soon = this.#due.filter((due) => due.turn === this.year.turns && !due.sent && this.user(due.firm));
    await this.#ship([...Map.groupBy(soon, (due) => due.firm)], 1);
  }
}
