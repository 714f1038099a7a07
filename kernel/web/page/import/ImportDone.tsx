import { Button } from "antd";
import { CircleCheck, Download } from "lucide-react";
import type { Entity } from "../../../entity.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { fetchErrorFile } from "./importCall.ts";
import type { ImportAnswer } from "./importCall.ts";

/** What was written and what was left, with the workbook of what was left. */
export function ImportDone({ entity, answer, close }: { readonly entity: Entity; readonly answer: ImportAnswer; close(): void }) {
  const say = useText();
  return (
    <div className="s-state">
      <span className="s-state-icon pg-icon-ok">
        <CircleCheck size={20} aria-hidden />
      </span>
      <h2>{say([`已写入 ${answer.inserts + answer.updates} 行${entity.label[0]}`, `${answer.inserts + answer.updates} rows imported`])}</h2>
      <p>
        {say([
          `新增 ${answer.inserts}，更新 ${answer.updates}${answer.failed > 0 ? `；${answer.failed} 行有错误，没有写入` : ""}。`,
          `${answer.inserts} new, ${answer.updates} changed${answer.failed > 0 ? `; ${answer.failed} rows with errors were left out` : ""}.`,
        ])}
      </p>
      <div className="s-state-actions">
        {answer.errorFileId && answer.failed > 0 ? (
          <Button icon={<Download size={14} />} onClick={() => void fetchErrorFile(answer.errorFileId!).catch(toast.error)}>
            {say(["下载错误文件", "Error file"])}
          </Button>
        ) : null}
        <Button type="primary" onClick={close}>
          {say(["查看列表", "Back to the list"])}
        </Button>
      </div>
    </div>
  );
}
