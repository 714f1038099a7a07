import { Button, Input, Modal, Select } from "antd";
import { Building2, ClipboardPaste, Layers, Medal } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { RecordPicker } from "#kernel/web/page/field/RecordPicker.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import type { notice } from "./notice.entity.ts";

type Kind = "SUPPLIER" | "CATEGORY" | "LEVEL";
interface Chosen {
  readonly id: string;
  readonly name: string;
}

/** Lays the chosen ones out as rows; who is there already stays as he is. */
function take(model: EditModel<typeof notice>, kind: Kind, chosen: readonly Chosen[]): void {
  const store = model.lines.receivers!;
  const there = new Set(store.rows().map((row) => `${String(row.receiverKind)} ${String(row.receiverId)}`));
  store.insert(
    chosen
      .filter((row) => !there.has(`${kind} ${row.id}`))
      .map((row) => ({ receiverKind: kind, receiverId: row.id, receiverName: row.name, excludeFlag: "N", expandedFlag: "N" })),
  );
}

const targets = { SUPPLIER: "SrmSupInfo", CATEGORY: "SrmBasePurchaseCategory" } as const;
const wheres: Readonly<Record<keyof typeof targets, Row>> = { SUPPLIER: { infoStatus: "EFFECTIVE" }, CATEGORY: { enabledFlag: "Y" } };

/** Who a notice for chosen suppliers goes to: picked by name, by category, by level, or pasted as codes. */
function Receivers({ model }: { readonly model: EditModel<typeof notice> }) {
  const say = useText();
  const audience = useStore(model.state, (state) => state.doc.audience);
  const [asking, setAsking] = useState<Kind | "PASTE" | null>(null);
  if (audience !== "SUPPLIER_SET" || !model.editable()) return null;
  const may = (button: string): boolean => model.viewer.may(button);
  const close = (): void => setAsking(null);
  const press = (kind: Kind | "PASTE", label: Text, Icon: typeof Building2) => (
    <Button key={kind} size="small" icon={<Icon size={14} />} onClick={() => setAsking(kind)}>
      {say(label)}
    </Button>
  );
  return (
    <section className="pg-section" aria-label={say(["选择接收方", "Choose receivers"])}>
      <Inline>
        {may("btnPickReceiver")
          ? [
              press("SUPPLIER", ["选择供应商", "Choose suppliers"], Building2),
              press("CATEGORY", ["按品类", "By category"], Layers),
              press("LEVEL", ["按等级", "By level"], Medal),
            ]
          : null}
        {may("btnImportReceiver") ? press("PASTE", ["粘贴供应商编码", "Paste supplier codes"], ClipboardPaste) : null}
      </Inline>
      {asking === "SUPPLIER" || asking === "CATEGORY" ? (
        <RecordPicker
          target={targets[asking]}
          where={wheres[asking]}
          many
          chosen={[]}
          done={(records) => {
            if (records)
              take(
                model,
                asking,
                records.map((record) => ({ id: record.id, name: record.name ?? record.code ?? record.id })),
              );
            close();
          }}
        />
      ) : null}
      {asking === "LEVEL" ? <Levels done={(levels) => (take(model, "LEVEL", levels), close())} close={close} /> : null}
      {asking === "PASTE" ? <Paste done={(found) => (take(model, "SUPPLIER", found), close())} close={close} /> : null}
    </section>
  );
}

function Levels({ done, close }: { done(levels: readonly Chosen[]): void; close(): void }) {
  const say = useText();
  const level = useLookup("SUP_LEVEL");
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <Modal
      open
      title={say(["选择供应商等级", "Choose supplier levels"])}
      okText={say(["选定", "Select"])}
      cancelText={say(["取消", "Cancel"])}
      okButtonProps={{ disabled: codes.length === 0 }}
      onOk={() => done(codes.map((code) => ({ id: code, name: level.meaning(code) })))}
      onCancel={close}
    >
      <Select
        mode="multiple"
        className="pg-fill"
        aria-label={say(["等级", "Levels"])}
        value={[...codes]}
        options={level.values.map((lookupValue) => ({ value: lookupValue.lookupCode, label: lookupValue.meaning }))}
        onChange={setCodes}
      />
    </Modal>
  );
}

/** Codes as they come out of a workbook: one a line, or parted by commas. What is unknown is named and nothing is taken. */
function Paste({ done, close }: { done(found: readonly Chosen[]): void; close(): void }) {
  const say = useText();
  const work = useWork();
  const [text, setText] = useState("");
  const codes = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;，；、]+/)
        .filter(Boolean),
    ),
  ];
  const look = (): Promise<void> =>
    work.run(async () => {
      const { data } = await call<readonly { readonly id: string; readonly supplierCode: string; readonly supplierName: string }[]>(
        "srmServer/v1/srmSupInfoRestful/listByPage",
        {
          supplierCode: codes,
          infoStatus: ["EFFECTIVE"],
          pageIndex: 1,
          pageRows: 500,
        },
      );
      const known = new Map(data.map((row) => [String(row.supplierCode).toUpperCase(), row]));
      const missing = codes.filter((code) => !known.has(code));
      if (missing.length) throw new Error(say([`没有这些供应商：${missing.join("、")}`, `No such suppliers: ${missing.join(", ")}`]));
      done([...known.values()].map((row) => ({ id: String(row.id), name: String(row.supplierName) })));
    });
  return (
    <Modal
      open
      title={say(["粘贴供应商编码", "Paste supplier codes"])}
      okText={say(["加入", "Add"])}
      cancelText={say(["取消", "Cancel"])}
      okButtonProps={{ disabled: codes.length === 0 || codes.length > 500, loading: work.busy }}
      onOk={() => void look()}
      onCancel={close}
    >
      <Input.TextArea
        rows={6}
        autoFocus
        aria-label={say(["供应商编码", "Supplier codes"])}
        placeholder={say(["每行一个编码，最多500个", "One code per line, up to 500"])}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {work.error ? (
        <p role="alert" className="pc-bad">
          {work.error}
        </p>
      ) : null}
    </Modal>
  );
}

/** A notice with its receivers chosen where they are listed; a notice for everybody lists none. */
export const slots: EditSlots<typeof notice> = {
  beforeLines: (model) => <Receivers model={model} />,
  lineRules: { receivers: (model) => ({ hidden: model.state.getState().doc.audience !== "SUPPLIER_SET" }) },
  cells: { receivers: { receiverName: { width: 240 }, receiverId: { width: 200 } } },
};
