import { Button, Modal, Progress, Upload } from "antd";
import { Check, Download, FileSpreadsheet, Upload as UploadIcon } from "lucide-react";
import { useRef, useState } from "react";
import type { Entity } from "../../../entity.ts";
import type { Text } from "../../../text.ts";
import { CallError, messageOf } from "../../call.ts";
import { useText } from "../../language.ts";
import { confirm, toast } from "../../message.ts";
import { useShown } from "../shown.ts";
import type { ImportMode, TimedAnswer } from "./importCall.ts";
import { fetchTemplate, sendImport } from "./importCall.ts";
import { ImportCheck } from "./ImportCheck.tsx";
import { ImportDone } from "./ImportDone.tsx";
import { midSentence } from "../../../page-format.ts";

interface Props {
  readonly entity: Entity;
  close(): void;
  done(): void;
}

type Step = "file" | "sending" | "check" | "writing" | "done";
const names: readonly Text[] = [
  ["下载模板", "Template"],
  ["选择文件", "File"],
  ["核对结果", "Check"],
  ["写入", "Write"],
];
const stepNumber: Readonly<Record<Step, number>> = { file: 1, sending: 1, check: 2, writing: 3, done: 4 };

/** Brings rows in from a workbook: template, file, a dry run one can read, then all or only the good rows. */
export function ImportWizard({ entity, close, done }: Props) {
  const say = useText();
  const shown = useShown();
  const [step, setStep] = useState<Step>("file");
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const [error, setError] = useState("");
  const [answer, setAnswer] = useState<TimedAnswer | null>(null);
  const stop = useRef<AbortController | null>(null);

  const send = async (chosen: File, dryRun: boolean, mode: ImportMode, again = false): Promise<void> => {
    stop.current = new AbortController();
    setStep(dryRun ? "sending" : "writing");
    setError("");
    try {
      const result = await sendImport({
        entity,
        file: chosen,
        dryRun,
        mode,
        again,
        progress: setPart,
        signal: stop.current.signal,
        ...(answer && !dryRun ? { importId: answer.importId } : {}),
      });
      setAnswer(result);
      setStep(dryRun ? "check" : "done");
      if (!dryRun) done();
    } catch (cause) {
      if (stop.current.signal.aborted) return setStep(dryRun ? "file" : "check");
      if (
        cause instanceof CallError &&
        cause.code === "CONFIRM_NEEDED" &&
        (await confirm({
          title: ["再导入一次同一个文件？", "Import the same file again?"],
          text: cause.msg,
          confirm: ["仍然导入", "Import again"],
        }))
      )
        return send(chosen, dryRun, mode, true);
      setError(messageOf(cause));
      setStep(dryRun ? "file" : "check");
    }
  };
  const choose = (chosen: File): false => {
    setFile(chosen);
    void send(chosen, true, "ALL_OR_NOTHING");
    return false;
  };
  const leave = (): void => {
    stop.current?.abort();
    close();
  };
  if (!shown) return null;
  const wide = step === "check" || step === "writing";
  const title = say([`导入${entity.label[0]}`, `Import ${midSentence(entity.label[1])}`]);
  return (
    <Modal
      open
      width={wide ? "min(1240px, 96vw)" : 640}
      className="pg-import"
      title={
        <div className="pg-import-head">
          <span>
            {title}
            {file && wide ? (
              <small>
                <FileSpreadsheet size={13} aria-hidden /> {file.name}
                {answer
                  ? say([
                      ` · ${answer.total} 行 · ${answer.at} 校验，用时 ${(answer.took / 1000).toFixed(1)} 秒`,
                      ` · ${answer.total} rows · checked ${answer.at} in ${(answer.took / 1000).toFixed(1)} s`,
                    ])
                  : ""}
              </small>
            ) : null}
          </span>
          <Steps at={stepNumber[step]} />
        </div>
      }
      footer={null}
      onCancel={leave}
      mask={{ closable: false }}
    >
      {step === "file" ? (
        <div className="pg-import-file">
          <p className="pg-dialog-text">
            {say([
              "先下载模板，按列填写；列名、可选值和必填说明都在模板里。",
              "Download the template first; it names the columns, the allowed values and what is required.",
            ])}
          </p>
          <Button icon={<Download size={14} />} onClick={() => void fetchTemplate(entity).catch(toast.error)}>
            {say(["下载模板", "Download the template"])}
          </Button>
          <Upload.Dragger accept=".xlsx,.csv" maxCount={1} showUploadList={false} beforeUpload={choose}>
            <UploadIcon size={20} aria-hidden />
            <p>{say(["拖入或选择文件", "Drop a file here or choose one"])}</p>
            <p className="pg-faint">
              {say([
                "xlsx 或 csv，最大 20 MB，最多 20,000 行。先校验，不会直接写入。",
                "xlsx or csv, at most 20 MB and 20,000 rows. It is checked first; nothing is written.",
              ])}
            </p>
          </Upload.Dragger>
          {error ? (
            <p className="pg-sentence pg-sentence-bad" role="alert">
              {error}
            </p>
          ) : null}
        </div>
      ) : null}
      {step === "sending" ? (
        <Waiting
          name={file?.name ?? ""}
          part={part}
          text={say(["正在校验，还没有写入任何数据", "Checking; nothing is written"])}
          cancel={() => stop.current?.abort()}
        />
      ) : null}
      {wide && answer && file ? (
        <ImportCheck
          entity={entity}
          answer={answer}
          error={error}
          busy={step === "writing"}
          back={() => (setAnswer(null), setStep("file"))}
          write={(mode) => void send(file, false, mode)}
          cancel={leave}
        />
      ) : null}
      {step === "done" && answer ? <ImportDone entity={entity} answer={answer} close={close} /> : null}
    </Modal>
  );
}

function Steps({ at }: { readonly at: number }) {
  const say = useText();
  return (
    <ol className="pg-steps">
      {names.map((name, index) => (
        <li
          key={name[1]}
          className={index < at ? "pg-step-past" : index === at ? "pg-step-here" : ""}
          aria-current={index === at ? "step" : undefined}
        >
          <i>{index < at ? <Check size={12} aria-hidden /> : index + 1}</i>
          {say(name)}
        </li>
      ))}
    </ol>
  );
}

function Waiting({ name, part, text, cancel }: { readonly name: string; readonly part: number; readonly text: string; cancel(): void }) {
  const say = useText();
  return (
    <div className="pg-import-wait" role="status">
      <p>
        <FileSpreadsheet size={16} aria-hidden /> {name}
      </p>
      <Progress percent={Math.round(part * 100)} status="active" />
      <p className="pg-faint">{text}</p>
      <Button onClick={cancel}>{say(["取消", "Cancel"])}</Button>
    </div>
  );
}
