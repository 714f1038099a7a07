import { Alert } from "antd";
import { useStore } from "zustand";
import type { Form } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { quit, quitCheck } from "./quit.entity.ts";
import { openItems, type OpenItem } from "#modules/supplier/web.tsx";

type Check = Form<typeof quitCheck>;

const label = (row: Check) => openItems[row.checkItem as OpenItem];

/** How far the exit is, in one sentence. */
function Standing({ model }: { readonly model: EditModel<typeof quit> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (!base) return null;
  const checks = (base.checks ?? []).filter(({ doneFlag }) => doneFlag !== "Y");
  const blocking = checks.filter(({ blockFlag }) => blockFlag === "Y");
  const named = (rows: readonly Check[]): string => rows.flatMap((row) => (label(row) ? [say(label(row))] : [])).join(say(["、", ", "]));
  const status = base.status ?? "";
  if (status === "APPROVED")
    return (
      <Alert
        type={blocking.length ? "warning" : "info"}
        showIcon
        title={
          blocking.length
            ? say([
                `已停止新业务；到退出日仍须结清：${named(blocking)}。`,
                `New business is stopped. Settle before exit: ${named(blocking)}.`,
              ])
            : say([
                `已停止新业务，${base.quitDate} 自动退出。`,
                `New business is stopped. The supplier exits automatically on ${base.quitDate}.`,
              ])
        }
      />
    );
  if (!["DRAFT", "REJECTED"].includes(status) || blocking.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={
        base.releasedBy
          ? say([`未结事项已由经理放行：${named(blocking)}。`, `A manager released what is open: ${named(blocking)}.`])
          : say([
              `存在阻断提交的未结事项：${named(blocking)}。结清或由经理放行后可提交。`,
              `Open business prevents the exit: ${named(blocking)}. Settle it, or ask a manager to release it.`,
            ])
      }
    />
  );
}

function Item({ row }: { readonly row: Check }) {
  const say = useText();
  const text = label(row);
  const name = text ? say(text) : (row.checkItem ?? "");
  return row.route ? <PageLink href={`/main/${row.route}`}>{name}</PageLink> : <>{name}</>;
}

function Open({ row }: { readonly row: Check }) {
  const say = useText();
  return row.keptFlag === "Y" ? <>{row.openCount ?? 0}</> : <span className="pg-none">{say(["系统内无此单据", "Not available"])}</span>;
}

/** An exit with its live checklist: rows come from the business itself, only who looks after them is chosen. */
export const slots: EditSlots<typeof quit> = {
  head: (model) => <Standing model={model} />,
  lineRules: { checks: () => ({ fixed: true, editable: (_, key) => key === "handlerId" }) },
  cells: {
    checks: {
      checkItem: { render: (row) => <Item row={row} />, width: 140 },
      openCount: { render: (row) => <Open row={row} />, width: 130 },
      keptFlag: { columnsDisplay: "N" },
      route: { columnsDisplay: "N" },
    },
  },
};
