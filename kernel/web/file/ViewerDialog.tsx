import { lazy, Suspense, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useSession } from "../session.ts";
import { serverNow } from "../clock.ts";
import { localTime } from "./watermark.ts";

const Viewer = lazy(() => import("./Viewer.tsx").then((loaded) => ({ default: loaded.Viewer })));

interface ViewerDialogProps {
  readonly pdf: Blob;
  readonly name: string;
  readonly watermark: boolean;
  onClose(): void;
  onDownload?(): void;
  onWindow?(): void;
}

/** The viewer over the page it was opened from; Esc and the close button lead back. */
export function ViewerDialog({ watermark, ...props }: ViewerDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const record = useSession((state) => state.record);
  useEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const person = record?.user.personName ?? record?.user.userName ?? "";
  const mark = watermark ? [person, localTime(serverNow()), record?.user.supplierName ?? ""].filter(Boolean) : [];
  return createPortal(
    <dialog
      ref={ref}
      className="fl-stage"
      aria-label={props.name}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <Suspense fallback={null}>
        <Viewer {...props} mark={mark} />
      </Suspense>
    </dialog>,
    document.body,
  );
}
