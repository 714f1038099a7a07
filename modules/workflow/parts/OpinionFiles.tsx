import { Paperclip } from "lucide-react";
import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { attachmentsOf, idsOf } from "#kernel/file.ts";
import { listFiles } from "#kernel/web/file/transfer.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm } from "#kernel/web/message.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { later } from "#kernel/web/part/later.tsx";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import { approvalHistory, approvalReply } from "../approval.entity.ts";

const AttachmentList = later(() => import("#kernel/web/file/AttachmentList.tsx").then((loaded) => loaded.AttachmentList));

const places = { opinion: approvalHistory, reply: approvalReply } as const;

interface Props {
  /** Where they belong: to a decision, or to an answer in the discussion. */
  readonly to: keyof typeof places;
  readonly value: string;
  change?(value: string): void;
}

/** The files put to an opinion or an answer: a clip that takes them, or their names to open. */
export function OpinionFiles({ to, value, change }: Props) {
  const say = useText();
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  const moving = useRef({ count: 0, cancel: () => undefined as void });
  const entity = places[to];
  const ids = idsOf(value);
  const names = useLoad(`files:${change ? "" : value}`, async () => (change || !value ? [] : (await listFiles(ids)).files));
  if (ids.length === 0 && !change) return null;
  const close = async (): Promise<void> => {
    const stop = { title: ["文件还在上传，关闭后放弃", "Files are still uploading"], confirm: ["关闭", "Close"], danger: true } as const;
    if (moving.current.count > 0 && !(await confirm(stop))) return;
    moving.current.cancel();
    setOpen(false);
  };
  const text = (names.data ?? []).map((file) => file.originalFileName).join(say(["、", ", "]));
  const count = say([`${ids.length} 个附件`, `${ids.length} attachment${ids.length > 1 ? "s" : ""}`]);
  return (
    <>
      <button
        type="button"
        className="pg-link"
        aria-haspopup="dialog"
        aria-label={change ? say(["意见附件", "Files of the comment"]) : `${count} ${text}`}
        title={change ? say(["添加附件", "Attach files"]) : undefined}
        onClick={() => setOpen(true)}
      >
        <Paperclip size={13} aria-hidden /> {change ? (ids.length > 0 ? ids.length : null) : text || count}
      </button>
      {open
        ? createPortal(
            <div onKeyDown={(event) => event.stopPropagation()}>
              <Dialog title={say(["意见附件", "Files of the comment"])} className="fl-dialog" onClose={() => void close()}>
                <AttachmentList
                  value={value}
                  config={attachmentsOf(entity.name, "fileIds", entity.fields.fileIds)}
                  businessId=""
                  editable={change !== undefined}
                  showVisibility={false}
                  granted={(button: string) => viewer.may(button)}
                  busy={(count: number, cancel: () => void) => void (moving.current = { count, cancel })}
                  {...(change ? { onChange: change } : {})}
                />
              </Dialog>
            </div>,
            document.body,
          )
        : null}
    </>
  );
}
