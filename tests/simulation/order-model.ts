/** The orders and their stock once more, from the declarations' words alone: no line of the kernel's code is in here. */

/** Millionths, so that three digits of a quantity are whole numbers. */
export const micro = (text: string): bigint => {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.slice(0, 6).padEnd(6, "0"));
  return text.startsWith("-") ? -value : value;
};

export interface Line {
  readonly id: string;
  readonly qty: string;
  readonly price: string;
  readonly stockId: string | null;
}

export interface Order {
  readonly id: string;
  readonly status: "DRAFT" | "SUBMITTED" | "DONE" | "CANCELLED";
  readonly version: number;
  readonly lines: readonly Line[];
}

export interface Stock {
  readonly id: string;
  readonly limit: bigint;
  readonly taken: bigint;
  readonly version: number;
}

export type Command =
  | { readonly do: "submit"; readonly ids: readonly string[]; readonly version?: number }
  | { readonly do: "finish"; readonly ids: readonly string[]; readonly version?: number }
  | { readonly do: "cancel"; readonly ids: readonly string[]; readonly version?: number }
  | { readonly do: "delete"; readonly ids: readonly string[]; readonly version?: number }
  | { readonly do: "edit"; readonly ids: readonly [string]; readonly version?: number; readonly lineId: string; readonly qty: string };

/** qty × price in hundredths, half up, as the order says it. */
export const amount = (line: Line): bigint => {
  const exact = micro(line.qty) * micro(line.price);
  return (exact * 2n + 10n ** 10n) / (2n * 10n ** 10n);
};

export const total = (order: Order): bigint => order.lines.reduce((sum, line) => sum + amount(line), 0n);

/** What stands: all orders and stocks, or, as a view of another model, only what it would change there. */
export class Model {
  readonly #below: Model | null;
  readonly #orders = new Map<string, Order | null>();
  readonly #stocks = new Map<string, Stock>();

  constructor(below: Model | null = null) {
    this.#below = below;
  }

  order(id: string): Order | null {
    const own = this.#orders.get(id);
    return own !== undefined ? own : (this.#below?.order(id) ?? null);
  }

  stock(id: string): Stock | null {
    return this.#stocks.get(id) ?? this.#below?.stock(id) ?? null;
  }

  putOrder(order: Order): void {
    this.#orders.set(order.id, order);
  }

  dropOrder(id: string): void {
    this.#orders.set(id, null);
  }

  putStock(stock: Stock): void {
    this.#stocks.set(stock.id, stock);
  }

  /** Everything in this layer; null marks an order that is gone. */
  get orders(): ReadonlyMap<string, Order | null> {
    return this.#orders;
  }
  get stocks(): ReadonlyMap<string, Stock> {
    return this.#stocks;
  }

  /** Takes over what a view would change. */
  take(view: Model): void {
    for (const [id, order] of view.#orders) this.#orders.set(id, order);
    for (const [id, stock] of view.#stocks) this.#stocks.set(id, stock);
  }

  /** Carries a command out, or says why not and leaves everything as it was. */
  apply(command: Command): string | null {
    const view = new Model(this);
    const refused = judge(view, command);
    if (refused === null) this.take(view);
    return refused;
  }
}

const from: Readonly<Record<Command["do"], readonly Order["status"][]>> = {
  submit: ["DRAFT"],
  finish: ["SUBMITTED"],
  cancel: ["DRAFT", "SUBMITTED"],
  delete: ["DRAFT"],
  edit: ["DRAFT"],
};

function judge(model: Model, command: Command): string | null {
  const orders = command.ids.map((id) => model.order(id));
  if (orders.some((order) => order === null)) return "DATA_NOT_FOUND";
  const known = orders as Order[];
  if (command.version !== undefined && known[0]!.version !== command.version) return "VERSION_CONFLICT";
  if (known.some((order) => !from[command.do].includes(order.status))) return "STATE_NOT_ALLOWED";
  if (command.do === "submit" && known.some((order) => order.lines.length === 0)) return "SAMPLE_EMPTY";
  const reached = new Set<string>();
  for (const order of known) {
    if (command.do === "submit") {
      for (const line of order.lines) {
        const stock = line.stockId ? model.stock(line.stockId) : null;
        if (!stock) continue;
        const taken = stock.taken + micro(line.qty);
        if (taken > stock.limit) return "SAMPLE_OUT";
        model.putStock({ ...stock, taken });
        reached.add(stock.id);
      }
      model.putOrder({ ...order, status: "SUBMITTED", version: order.version + 1 });
    } else if (command.do === "finish") model.putOrder({ ...order, status: "DONE", version: order.version + 1 });
    else if (command.do === "cancel") model.putOrder({ ...order, status: "CANCELLED", version: order.version + 1 });
    else if (command.do === "delete") model.dropOrder(order.id);
    else edit(model, order, command);
  }
  // However many lines took from it, a stock changes once in one action.
  for (const id of reached) model.putStock({ ...model.stock(id)!, version: model.stock(id)!.version + 1 });
  return null;
}

function edit(model: Model, order: Order, command: Extract<Command, { do: "edit" }>): void {
  const lines = order.lines.map((line) => (line.id === command.lineId ? { ...line, qty: command.qty } : line));
  const changed = order.lines.some((line, i) => micro(line.qty) !== micro(lines[i]!.qty));
  model.putOrder({ ...order, lines, version: order.version + (changed ? 1 : 0) });
}
