import { Columns } from "#kernel/web/block/layout.tsx";
import { Labelled, Replaced } from "#kernel/web/block/Labelled.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Button, Input, Modal, Select, Upload } from "antd";
import { Copy, UploadCloud } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { readBpmn } from "../engine/bpmn.ts";
import { Legend } from "../diagram/Legend.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { bpmModelVersion } from "../model.entity.ts";
import { compareDefinitions, paintingOf, type Difference } from "./compare.ts";
import { settingWords, valueWords } from "./settingWords.ts";

const Diagram = lazy(() => import("../diagram/Diagram.tsx"));

/** The drawing of a published version; lists leave it out. */
export const drawingOf = async (versionId: string): Promise<string> =>
  String((await entityCall.find(bpmModelVersion, versionId)).bpmnXml ?? "");

/** The diagram as it is stored; to be read and copied, never typed. */
export function XmlDialog({ xml, close }: { readonly xml: string; close(): void }) {
  const say = useText();
  const copy = (): void => void navigator.clipboard.writeText(xml).then(() => toast.success(["已复制", "Copied"]));
  return (
    <Modal
      open
      width={900}
      title="BPMN XML"
      onCancel={close}
      footer={
        <Button icon={<Copy size={14} />} onClick={copy}>
          {say(["复制", "Copy"])}
        </Button>
      }
    >
      <pre className="bk-code" tabIndex={0}>
        {xml}
      </pre>
    </Modal>
  );
}

/** A diagram from a file; what cannot be run is refused by name before anything is replaced. */
export function ImportDialog({ take, close }: { take(xml: string): Promise<void>; close(): void }) {
  const say = useText();
  const [error, setError] = useState("");
  const read = async (file: File): Promise<void> => {
    setError("");
    try {
      await take(await file.text());
      close();
    } catch (cause) {
      setError((cause as Error).message);
    }
  };
  return (
    <Modal open title={say(["导入 BPMN", "Import BPMN"])} onCancel={close} footer={null}>
      <p className="pg-dialog-text">
        {say(["画布会被文件里的流程替换，可以撤销前先导出。", "The file replaces the diagram. Export what you want to keep first."])}
      </p>
      <Upload.Dragger
        accept=".bpmn,.xml"
        showUploadList={false}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <p>
          <UploadCloud size={22} aria-hidden />
        </p>
        <p>{say(["拖入或选择 .bpmn / .xml 文件", "Drop or choose a .bpmn / .xml file"])}</p>
      </Upload.Dragger>
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}

interface PublishProps {
  readonly next: number;
  readonly busy: boolean;
  readonly error: string;
  readonly running: number | null;
  publish(note: string): void;
  close(): void;
}

/** What publishing means, and why it is done. */
export function PublishDialog({ next, busy, error, running, publish, close }: PublishProps) {
  const say = useText();
  const [note, setNote] = useState("");
  return (
    <AskDialog
      title={say([`发布第 ${next} 版`, `Publish version ${next}`])}
      width={520}
      press={["发布", "Publish"]}
      busy={busy}
      ready={note.trim() !== ""}
      errors={[error]}
      send={() => publish(note.trim())}
      close={close}
    >
      <p className="pg-dialog-text">
        {say([
          `新提交的单据走第 ${next} 版；${running ? `正在审批的 ${running} 张单据仍按原来的版本走完。` : "已发布的版本不再改动。"}`,
          `Documents submitted from now on use version ${next}; ${running ? `the ${running} in progress finish on theirs.` : "published versions never change."}`,
        ])}
      </p>
      <Labelled label={say(["变更说明", "Change note"])} required>
        <Input.TextArea rows={3} maxLength={500} value={note} autoFocus onChange={(event) => setNote(event.target.value)} />
      </Labelled>
    </AskDialog>
  );
}

interface CompareProps {
  readonly versions: readonly Seen<typeof bpmModelVersion>[];
  /** The drawing as it is at that moment: what is kept beside it follows a little later. */
  drawn(): Promise<string>;
  readonly first: string;
  close(): void;
}

const hows: Readonly<Record<Difference["how"], Text>> = {
  added: ["新增", "Added"],
  removed: ["删除", "Removed"],
  changed: ["修改", "Changed"],
};
const tones: Readonly<Record<Difference["how"], string>> = { added: "done", removed: "refused", changed: "waiting" };

/** Two versions side by side, their differences coloured and listed. */
export function CompareDialog({ versions, drawn, first, close }: CompareProps) {
  const say = useText();
  const [left, setLeft] = useState(first);
  const [right, setRight] = useState("draft");
  const xmlOf = (id: string): Promise<string> => (id === "draft" ? drawn() : drawingOf(id));
  const load = useLoad(`${left}:${right}`, async () => {
    const [old, now] = (await Promise.all([left, right].map(xmlOf))) as [string, string];
    const [before, after] = await Promise.all([old, now].map((xml) => readBpmn(xml, { key: "compared", version: 0 })));
    return { old, new: now, differences: compareDefinitions(before!, after!) };
  });
  const options = [
    { value: "draft", label: say(["设计中的图", "The diagram"]) },
    ...versions.map((version) => ({
      value: String(version.id),
      label: say([`第 ${String(version.version)} 版`, `Version ${String(version.version)}`]),
    })),
  ];
  const differences = load.data?.differences ?? [];
  return (
    <Modal open width={1180} title={say(["版本比较", "Compare versions"])} footer={null} onCancel={close}>
      <Suspense fallback={null}>
        <Columns of={2}>
          {(
            [
              [left, setLeft, "old", ["之前", "Before"]],
              [right, setRight, "new", ["之后", "After"]],
            ] as const
          ).map(([id, choose, side, label]) => (
            <div key={side}>
              <h3>
                {say(label)}{" "}
                <Select size="small" aria-label={say(label)} value={id} options={options} onChange={choose} style={{ minWidth: 140 }} />
              </h3>
              {load.data ? (
                <Diagram xml={load.data[side]} painting={paintingOf(differences, side)} label={label} height={300} />
              ) : (
                <div style={{ height: 300 }} />
              )}
            </div>
          ))}
        </Columns>
      </Suspense>
      <h3 className="pg-h3">
        {say(["差异", "Differences"])} <span className="pg-count">{differences.length}</span>
        <span className="pg-h3-end">
          <Legend meanings={["added", "changed", "removed"]} />
        </span>
      </h3>
      {load.error ? <p className="pg-error">{load.error}</p> : null}
      {load.data?.differences.length === 0 ? (
        <p className="pg-faint">{say(["两个版本走法相同。", "Both versions behave the same."])}</p>
      ) : null}
      <ItemList most={280}>
        {differences.map(({ id, how, name, what }) => (
          <Item
            key={id}
            lead={<span className={`pg-status pg-tone-${tones[how]}`}>{say(hows[how])}</span>}
            title={
              <>
                <b>{say(name)}</b> <span className="pg-code">{id}</span>
              </>
            }
          >
            {what.length > 0 ? (
              <FactGrid
                lines
                facts={what.map((setting) => ({
                  key: setting.key,
                  label: say(settingWords[setting.key] ?? [setting.key, setting.key]),
                  value: <Replaced old={say(valueWords(setting.key, setting.old))} by={say(valueWords(setting.key, setting.new))} />,
                }))}
              />
            ) : null}
          </Item>
        ))}
      </ItemList>
    </Modal>
  );
}
