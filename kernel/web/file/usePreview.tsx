import { useState, type ReactNode } from "react";
import { canPreview, fileNo, isImage, type Attachment } from "../../file.ts";
import { CallError } from "../call.ts";
import { toast } from "../message.ts";
import { ImageModal } from "./ImageModal.tsx";
import { fetchPdf, saveFile, viewerAddress } from "./transfer.ts";
import { ViewerDialog } from "./ViewerDialog.tsx";

interface Shown {
  readonly file: Attachment;
  readonly pdf: Blob | null;
}

export interface Preview {
  /** The id of the file being fetched; its row shows a spinner until the viewer opens. */
  readonly opening: string | null;
  open(file: Attachment): void;
  readonly host: ReactNode;
}

/** The window is opened at the press, before the address is known: a browser lets no later one through. */
async function openWindow(id: string): Promise<void> {
  const opened = window.open("about:blank", "_blank");
  try {
    const address = await viewerAddress(id);
    if (opened) opened.location.replace(address);
    else location.assign(address);
  } catch (error) {
    opened?.close();
    toast.error(error);
  }
}

/** Pictures open in a modal, everything else in the viewer, and that only after its PDF is here. A failed view is silent unless the server said something useful. */
export function usePreview(files: readonly Attachment[], how: { readonly mayDownload: boolean; readonly watermark: boolean }): Preview {
  const [opening, setOpening] = useState<string | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const pictures = files.filter((file) => isImage(file.suffixName) && file.scanStatus !== "INFECTED");

  const open = (file: Attachment): void => {
    if (!canPreview(file.suffixName)) return toast.error(fileNo.previewType().text);
    // A marked picture is shown as the page the server printed the mark on.
    if (isImage(file.suffixName) && !how.watermark) return setShown({ file, pdf: null });
    setOpening(file.id);
    fetchPdf(file.id)
      .then(
        (pdf) => setShown({ file, pdf }),
        (error: unknown) => {
          if (error instanceof CallError && error.code.startsWith("FILE_PREVIEW")) toast.error(error);
          else console.warn("the preview failed", error);
        },
      )
      .finally(() => setOpening(null));
  };
  const close = (): void => setShown(null);
  const download = how.mayDownload ? (file: Attachment) => void saveFile(file).catch((error: unknown) => toast.error(error)) : undefined;
  const host =
    shown === null ? null : shown.pdf ? (
      <ViewerDialog
        pdf={shown.pdf}
        name={shown.file.originalFileName}
        watermark={how.watermark && shown.file.suffixName === "pdf"}
        onClose={close}
        onWindow={() => void openWindow(shown.file.id)}
        {...(download ? { onDownload: () => download(shown.file) } : {})}
      />
    ) : (
      <ImageModal
        files={pictures.length > 0 ? pictures : [shown.file]}
        start={shown.file.id}
        onClose={close}
        {...(download ? { onDownload: download } : {})}
      />
    );
  return { opening, open, host };
}
