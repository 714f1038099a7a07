import { File, FileArchive, FileImage, FileSpreadsheet, FileText } from "lucide-react";
import { isImage } from "../../file.ts";

const archives = new Set(["zip", "rar", "7z", "gz", "tar", "tgz"]);
const sheets = new Set(["xls", "xlsx", "xlsm", "csv", "et", "ods"]);
const texts = new Set(["pdf", "doc", "docx", "txt", "md", "rtf", "wps", "ofd", "ppt", "pptx"]);

/** A small picture of what kind of file it is. */
export function FileIcon({ suffix }: { readonly suffix: string }) {
  const Icon = isImage(suffix)
    ? FileImage
    : sheets.has(suffix)
      ? FileSpreadsheet
      : archives.has(suffix)
        ? FileArchive
        : texts.has(suffix)
          ? FileText
          : File;
  return <Icon className="fl-icon" size={15} strokeWidth={1.75} aria-hidden />;
}
