import { useEffect, useState } from "react";
import { call, messageOf } from "../call.ts";
import { useLanguage, useText } from "../language.ts";
import { RichText } from "../page/field/RichText.tsx";
import { Dialog } from "./Dialog.tsx";

interface Props {
  readonly id: string;
  readonly title: string;
  onClose(): void;
}

/** One public article, read before signing in. */
export default function PublicArticle({ id, title, onClose }: Props) {
  const t = useText();
  const [content, setContent] = useState<string | null>(null);
  const [failed, setFailed] = useState("");
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    call<{ readonly content: string | null }>("messageServer/baseArticleService/findPublic", { id }).then(
      ({ data }) => setContent(data.content ?? ""),
      (error: unknown) => setFailed(messageOf(error)),
    );
  }, [id, language]);
  return (
    <Dialog title={title} onClose={onClose} className="s-public-article">
      {failed ? (
        <p role="alert">{failed}</p>
      ) : content === null ? (
        <p role="status">{t(["正在打开…", "Opening…"])}</p>
      ) : (
        <RichText html={content} />
      )}
    </Dialog>
  );
}
