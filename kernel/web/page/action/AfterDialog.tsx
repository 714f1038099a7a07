import { Button, Modal } from "antd";
import { TriangleAlert } from "lucide-react";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import type { Acted } from "../entityCall.ts";
import { shownOnce } from "./shownOnce.ts";

/** What remains to be said after an action: warnings, and things shown only this once. */
export function AfterDialog({ acted, close, title }: { readonly acted: Acted; readonly title: string; close(): void }) {
  const say = useText();
  const shown = shownOnce(acted);
  return (
    <Modal
      open
      title={title}
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          {say(["知道了", "OK"])}
        </Button>
      }
    >
      {acted.notes.map((note) => (
        <p key={note.code + note.msg} className="pg-note">
          <TriangleAlert size={14} aria-hidden /> {note.msg}
        </p>
      ))}
      {shown.length > 0 ? (
        <>
          <p className="pg-dialog-text">{say(["以下内容只显示这一次，请立即记下。", "Shown only once. Copy it now."])}</p>
          <dl className="pg-revealed">
            {shown.map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd className="pg-figure">{String(value)}</dd>
                <Button
                  size="small"
                  onClick={() => void navigator.clipboard.writeText(String(value)).then(() => toast.success(["已复制", "Copied"]))}
                >
                  {say(["复制", "Copy"])}
                </Button>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </Modal>
  );
}
