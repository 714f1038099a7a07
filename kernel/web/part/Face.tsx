import { useEffect, useState } from "react";
import { fetchPicture } from "../file/transfer.ts";

interface Props {
  readonly name: string;
  readonly fileId?: string | null | undefined;
  readonly size?: "large" | undefined;
  /** Nobody sits here. */
  readonly empty?: boolean | undefined;
}

/** A person's picture, or the first letter of the name while there is none. */
export function Face({ name, fileId, size, empty }: Props) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    setUrl(null);
    if (!fileId) return;
    let made: string | null = null;
    let gone = false;
    fetchPicture(fileId, 200).then(
      (blob) => {
        if (gone) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [fileId]);
  return (
    <i className="pc-face" data-size={size} data-empty={empty || undefined} aria-hidden>
      {url ? <img src={url} alt="" /> : empty ? "?" : name.slice(0, 1).toUpperCase()}
    </i>
  );
}
