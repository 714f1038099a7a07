import type { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import type { Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import type { Tone } from "#kernel/web/block/layout.tsx";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { call } from "#kernel/web/call.ts";
import { readTime, serverNow } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import { msOf } from "#kernel/time.ts";
import { SquareArrowOutUpRight } from "lucide-react";
import { useMemo, useState } from "react";
import { ages, arrivedWithin } from "../ages.ts";
import { AskedList } from "./AskedList.tsx";

type Todos = typeof insidePending | typeof supplierPending;
type Pending = Seen<Todos>;

const open = (row: Pending): void =>
  void openPage({
    path: `${String(row.routePath)}?${String(row.routeQuery ?? "")}`,
    title: String(row.bizNo ?? row.title ?? ""),
  });

const isLate = (row: Pending): boolean =>
  row.status === "OPEN" && row.dueDate !== null && (readTime(row.dueDate) ?? Infinity) < serverNow();

interface Counted {
  readonly pendingType: string;
  readonly count: number;
  readonly overdue: number;
  readonly ages: Readonly<Record<string, number>>;
}

const ageTones: Readonly<Record<string, Tone>> = { D7: "warning", MORE: "error" };

/** How long what is open has been waiting; a press shows those, a second one all again. */
function Ages({ rows, context }: { readonly rows: readonly Counted[]; readonly context: ListContext<Todos> }) {
  const say = useText();
  const [chosen, setChosen] = useState("");
  const figures = ages.map(([key, label]) => ({ key, label, n: rows.reduce((sum, row) => sum + (row.ages[key] ?? 0), 0) }));
  const widest = Math.max(
    1,
    figures.reduce((sum, { n }) => sum + n, 0),
  );
  const { arrivalDateFrom, arrivalDateTo, ...rest } = context.filter;
  const narrowed = Boolean(arrivalDateFrom ?? arrivalDateTo);
  const choose = (key: string): void => {
    const next = narrowed && chosen === key ? "" : key;
    setChosen(next);
    context.setFilter({ ...rest, ...arrivedWithin(next, serverNow()) });
  };
  return (
    <FigureStrip
      label={say(["等待时长", "Waiting time"])}
      figures={figures.map(({ key, label, n }) => ({
        key,
        label: say(label),
        value: n,
        percent: Math.round((n / widest) * 100),
        ...(ageTones[key] ? { tone: ageTones[key] } : {}),
        ...(n > 0 ? { open: () => choose(key) } : {}),
      }))}
    />
  );
}

/** How many of each kind wait, and how many are late; a press shows one kind. */
function Kinds({ entity, context }: { readonly entity: Todos; readonly context: ListContext<Todos> }) {
  const say = useText();
  const name = useLookup("PENDING_TYPE");
  const load = useLoad(`count:${entity.name}`, async () => {
    const path = `srmServer/v1/${entity.name[0]!.toLowerCase()}${entity.name.slice(1)}Restful/countByType`;
    return (await call<readonly Counted[]>(path, {})).data;
  });
  useChanged(entity.name, load.again);
  if (!load.data?.length) return null;
  const { pendingType } = context.filter;
  const chosen = String(pendingType ?? "");
  return (
    <>
      <Ages rows={load.data} context={context} />
      <FigureStrip
        label={say(["按类型", "By kind"])}
        figures={load.data.map(({ pendingType: kind, count, overdue }) => ({
          key: kind,
          label: name.meaning(kind),
          value: count,
          note: overdue > 0 ? say([`${overdue} 项逾期`, `${overdue} overdue`]) : "",
          ...(chosen === kind ? { tone: "info" as const } : {}),
          open: () => {
            const { pendingType: _, ...rest } = context.filter;
            context.setFilter(chosen === kind ? rest : { ...rest, pendingType: kind });
          },
        }))}
      />
    </>
  );
}

/** Hours left; below nothing it is so many hours late. */
const hoursLeft = (row: Pending): number | null => {
  const due = readTime(row.dueDate);
  return row.status === "OPEN" && due !== null && due !== undefined ? Math.floor((due - serverNow()) / msOf({ hours: 1 })) : null;
};
function Remaining({ row }: { readonly row: Pending }) {
  const say = useText();
  const hours = hoursLeft(row);
  if (hours === null) return null;
  const late = hours < 0;
  const n = Math.abs(hours);
  const much: Text = n >= 48 ? [`${Math.floor(n / 24)} 天`, `${Math.floor(n / 24)} d`] : [`${n} 小时`, `${n} h`];
  return <span className={late ? "pc-bad" : undefined}>{say(late ? [`已超 ${much[0]}`, `${much[1]} late`] : much)}</span>;
}
const remaining = {
  key: "remainHours",
  title: ["剩余时间", "Time left"],
  width: 100,
  align: "right",
  after: "dueDate",
  render: (row: Pending) => <Remaining row={row} />,
} as const;

const slotsOf = (entity: Todos, waiting: boolean) =>
  listSlots<Todos>({
    ...(waiting ? { head: (context: ListContext<Todos>) => <Kinds entity={entity} context={context} /> } : {}),
    cells: {
      title: {
        width: 320,
        linkTag: true,
        onClick: open,
        href: (row) => `/main/${String(row.routePath)}?${String(row.routeQuery ?? "")}`,
      },
      bizNo: { width: 160 },
      dueDate: { width: 150, alert: (row) => (isLate(row) ? { level: "error", text: ["已逾期", "Overdue"] } : null) },
    },
    ...(waiting ? { columns: [remaining] } : {}),
    rowActions: () => [{ label: ["打开", "Open"], icon: SquareArrowOutUpRight, handler: open }],
    hideNew: true,
  });

/** To-dos of documents: what waits for me, or what is done. */
export function PendingList({ entity, waiting }: { readonly entity: Todos; readonly waiting: boolean }) {
  const narrow = useNarrow();
  const slots = useMemo(() => slotsOf(entity, waiting), [entity, waiting]);
  return narrow ? (
    <AskedList
      entity={entity}
      list={waiting ? "open" : "handled"}
      title={waiting ? ["待办事项", "To do"] : ["已办事项", "Done"]}
      empty={waiting ? ["没有待办，都处理完了", "You are all caught up"] : ["还没有已办事项", "Nothing done yet"]}
      kind={["pendingType", "PENDING_TYPE"]}
      due={waiting ? "dueDate" : "handledDate"}
      isOpen={(row) => row.status === "OPEN"}
      open={open}
    />
  ) : (
    <ListPage entity={entity} list={waiting ? "open" : "handled"} slots={slots} />
  );
}
