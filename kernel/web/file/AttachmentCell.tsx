import { Paperclip } from "lucide-react";
import { useRef, useState, type SyntheticEvent } from "react";
import { createPortal } from "react-dom";
import { fileRule, idsOf, type AttachmentConfig } from "../../file.ts";
import { fill, type Text } from "../../text.ts";
import { useText } from "../language.ts";
import { confirm } from "../message.ts";
import { useSession } from "../session.ts";
import { Dialog } from "../shell/Dialog.tsx";
import { words } from "./words.ts";
import { later } from "../part/later.tsx";

const AttachmentList = later(() => import("./AttachmentList.tsx").then((loaded) => loaded.AttachmentList));

export interface AttachmentCellProps {
  readonly row: Readonly<Record<string, unknown>>;
  readonly column: { readonly title: Text };
  readonly config: AttachmentConfig;
  readonly editable: boolean;
  change(value: unknown): void;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const stay = (event: SyntheticEvent): void => event.stopPropagation();

/** The attachment column of a table: a count that opens the list of the row's files. */
export function AttachmentCell({ row, column, config, editable, change }: AttachmentCellProps) {
  const say = useText();
  const [isOpen, setIsOpen] = useState(false);
  const moving = useRef({ count: 0, cancel: () => undefined as void });
  const close = async (): Promise<void> => {
    if (moving.current.count > 0 && !(await confirm({ title: words.closeAsk, confirm: words.closeAnyway, danger: true }))) return;
    moving.current.cancel();
    setIsOpen(false);
  };
  const isSupplier = useSession((state) => (state.record?.currentResponsibility?.audience ?? state.record?.user.userType) === "SUPPLIER");
  const value = textOf(row[config.valueKey ?? "fileIds"]);
  const count = idsOf(value).length;
  const canWrite = editable && fileRule(config).maxCount > 0 && config.readonly !== true;
  if (count === 0 && !canWrite) return <span className="fl-none">–</span>;
  return (
    <>
      <button
        type="button"
        className="fl-cell"
        data-focus=""
        tabIndex={-1}
        aria-label={say(fill(words.open, { n: count }))}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Paperclip size={13} aria-hidden />
        {count > 0 ? count : null}
      </button>
      {isOpen
        ? createPortal(
            <div
              onKeyDown={stay}
              onMouseDown={stay}
              onClick={stay}
              onDoubleClick={stay}
              onPaste={stay}
              onCopy={stay}
              onFocus={stay}
              onPointerDown={stay}
            >
              <Dialog title={say(column.title)} className="fl-dialog" onClose={() => void close()}>
                <AttachmentList
                  value={value}
                  config={config}
                  businessId={textOf(row[config.businessKey ?? "id"])}
                  editable={editable}
                  showVisibility={!isSupplier}
                  describes
                  busy={(count, cancel) => void (moving.current = { count, cancel })}
                  {...(editable ? { onChange: change } : {})}
                />
              </Dialog>
            </div>,
            document.body,
          )
        : null}
    </>
  );
}
