import { Button, Modal, Progress, Upload } from "antd";
import { Check, Download, FileSpreadsheet, Upload as UploadIcon } from "lucide-react";
import type { Entity, Lines } from "../../../entity.ts";
import { midSentence } from "../../../page-format.ts";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { useShown } from "../shown.ts";
import { fetchTemplate, type ImportOf } from "./importCall.ts";
import { ImportCheck } from "./ImportCheck.tsx";
import { ImportDone } from "./ImportDone.tsx";
import { useImport } from "./useImport.ts";
import type { Import, Step } from "./useImport.ts";

interface Props extends ImportOf {
  close(): void;
  done(): void;
}

const names: readonly Text[] = [
  ["下载模板", "Template"],
  ["选择文件", "File"],
  ["核对结果", "Check"],
  ["写入", "Import"],
];
const stepNumber: Readonly<Record<Step, number>> = { file: 1, sending: 1, check: 2, writing: 3, done: 4 };

/** Brings rows in from a workbook: template, file, a dry run one can read, then all or only the good rows. */
export function ImportWizard({ entity, lines, close, done }: Props) {
  const shown = useShown();
  const now = useImport({ entity, lines }, done);
  const brought = lines ? (entity.lines as Lines)[lines.collection]! : entity;
  const { step, answer } = now;
  const wide = step === "check" || step === "writing";
  const leave = (): void => {
    now.stop();
    close();
  };
  if (!shown) return null;
  return (
    <Modal
      open
      width={wide ? "min(1240px, 96vw)" : 640}
      className="pg-import"
      title={<Head entity={brought} now={now} wide={wide} />}
      footer={null}
      onCancel={leave}
      mask={{ closable: false }}
    >
      {step === "file" ? <FileStep of={{ entity, lines }} now={now} /> : null}
      {step === "sending" ? <Waiting name={now.file?.name ?? ""} part={now.part} cancel={now.stop} /> : null}
      {wide && answer ? (
        <ImportCheck answer={answer} error={now.error} busy={step === "writing"} back={now.again} write={now.write} cancel={leave} />
      ) : null}
      {step === "done" && answer ? <ImportDone entity={brought} answer={answer} close={close} /> : null}
    </Modal>
  );
}

function Head({ entity, now, wide }: { readonly entity: Entity; readonly now: Import; readonly wide: boolean }) {
  const say = useText();
  const { file, answer } = now;
  const sheets = answer?.sheets.map((sheet) => sheet.name).join(say(["、", ", "])) ?? "";
  const took = ((answer?.took ?? 0) / 1000).toFixed(1);
  return (
    <div className="pg-import-head">
      <span>
        {say([`导入${entity.label[0]}`, `Import ${midSentence(entity.label[1])}`])}
        {file && answer && wide ? (
          <small>
            <FileSpreadsheet size={13} aria-hidden /> {file.name}
            {say([
              ` · 工作表「${sheets}」 · ${answer.total} 行 · ${answer.at} 校验，用时 ${took} 秒`,
              ` · sheet ${sheets} · ${answer.total} rows · checked ${answer.at} in ${took} s`,
            ])}
          </small>
        ) : null}
      </span>
      <ol className="pg-steps">
        {names.map((name, index) => (
          <Numbered key={name[1]} name={name} index={index} at={stepNumber[now.step]} />
        ))}
      </ol>
    </div>
  );
}

function Numbered({ name, index, at }: { readonly name: Text; readonly index: number; readonly at: number }) {
  const say = useText();
  const look = index < at ? "pg-step-past" : index === at ? "pg-step-here" : "";
  return (
    <li className={look} aria-current={index === at ? "step" : undefined}>
      <i>{index < at ? <Check size={12} aria-hidden /> : index + 1}</i>
      {say(name)}
    </li>
  );
}

const templateText: Text = [
  "先下载模板，按列填写；列名、可选值和必填说明都在模板里。",
  "Download the template first. It shows the columns, allowed values and required fields.",
];
const limitText: Text = [
  "xlsx 或 csv，最大 20 MB，最多 20,000 行。先校验，不会直接写入。",
  "xlsx or csv, up to 20 MB and 20,000 rows. The file is checked first; nothing is imported yet.",
];

function FileStep({ of, now }: { readonly of: ImportOf; readonly now: Import }) {
  const say = useText();
  const take = (file: File): false => {
    now.check(file);
    return false;
  };
  return (
    <div className="pg-import-file">
      <p className="pg-dialog-text">{say(templateText)}</p>
      <Button icon={<Download size={14} />} onClick={() => void fetchTemplate(of).catch(toast.error)}>
        {say(["下载模板", "Download the template"])}
      </Button>
      <Upload.Dragger accept=".xlsx,.csv" maxCount={1} showUploadList={false} beforeUpload={take}>
        <UploadIcon size={20} aria-hidden />
        <p>{say(["拖入或选择文件", "Drop a file here or choose one"])}</p>
        <p className="pg-faint">{say(limitText)}</p>
      </Upload.Dragger>
      {now.error ? (
        <p className="pg-sentence pg-sentence-bad" role="alert">
          {now.error}
        </p>
      ) : null}
    </div>
  );
}

function Waiting({ name, part, cancel }: { readonly name: string; readonly part: number; cancel(): void }) {
  const say = useText();
  return (
    <div className="pg-import-wait" role="status">
      <p>
        <FileSpreadsheet size={16} aria-hidden /> {name}
      </p>
      <Progress percent={Math.round(part * 100)} status="active" />
      <p className="pg-faint">{say(["正在校验，还没有写入任何数据", "Checking; nothing is imported yet"])}</p>
      <Button onClick={cancel}>{say(["取消", "Cancel"])}</Button>
    </div>
  );
}
