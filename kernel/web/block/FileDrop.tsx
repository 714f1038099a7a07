import { Upload } from "lucide-react";
import { useState, type DragEvent, type ReactNode } from "react";

interface Props {
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly disabled?: boolean;
  press(): void;
  take(file: File): void;
}

/** A surface a file is dropped on, or chosen by pressing it. */
export function FileDrop({ title, note, disabled, press, take }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  };
  return (
    <button
      type="button"
      className="bk-drop"
      data-over={over || undefined}
      disabled={disabled}
      onClick={press}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Upload size={20} aria-hidden />
      <b>{title}</b>
      <span>{note}</span>
    </button>
  );
}
