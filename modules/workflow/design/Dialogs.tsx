import { Button, Input, Modal, Select, Upload } from "antd";
import { Copy, UploadCloud } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Row } from "#kernel/page-document.ts";
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
  String((await entityCall.find(bpmModelVersion, versionId))["bpmnXml"] ?? "");

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
      <pre className="wf-xml" tabIndex={0}>
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
    <Modal
      open
      title={say([`发布第 ${next} 版`, `Publish version ${next}`])}
      okText={say(["发布", "Publish"])}
      cancelText={say(["取消", "Cancel"])}
      confirmLoading={busy}
      okButtonProps={{ disabled: note.trim() === "" }}
      onOk={() => publish(note.trim())}
      onCancel={close}
    >
      <p className="pg-dialog-text">
        {say([
          `新提交的单据走第 ${next} 版；${running ? `正在审批的 ${running} 张单据仍按原来的版本走完。` : "已发布的版本不再改动。"}`,
          `Documents submitted from now on use version ${next}; ${running ? `the ${running} in progress finish on theirs.` : "published versions never change."}`,
        ])}
      </p>
      <label className="pg-label" htmlFor="wf-note">
        <span className="pg-star">*</span>
        {say(["变更说明", "Change note"])}
      </label>
      <Input.TextArea id="wf-note" rows={3} maxLength={500} value={note} autoFocus onChange={(event) => setNote(event.target.value)} />
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}

interface CompareProps {
  readonly versions: readonly Row[];
  /** The drawing on the desk, the last choice of the list. */
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
    ...versions.map((one) => ({
      value: String(one["id"]),
      label: say([`第 ${String(one["version"])} 版`, `Version ${String(one["version"])}`]),
    })),
  ];
  const differences = load.data?.differences ?? [];
  return (
    <Modal open width={1180} title={say(["版本比较", "Compare versions"])} footer={null} onCancel={close}>
      <Suspense fallback={null}>
        <div className="wf-compare">
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
        </div>
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
      <ul className="wf-differences">
        {differences.map((one) => (
          <li key={one.id}>
            <span className={`pg-status pg-tone-${tones[one.how]}`}>{say(hows[one.how])}</span>
            <dl>
              <dt>
                <b>{say(one.name)}</b> <span className="pg-code">{one.id}</span>
              </dt>
              {one.what.map((what) => (
                <dd key={what.key}>
                  {say(settingWords[what.key] ?? [what.key, what.key])}：<del>{say(valueWords(what.key, what.old))}</del> →{" "}
                  {say(valueWords(what.key, what.new))}
                </dd>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
