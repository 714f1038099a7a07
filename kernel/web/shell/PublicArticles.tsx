import { FileText } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { call } from "../call.ts";
import { styled } from "../inside.ts";
import { useLanguage, useText } from "../language.ts";

const PublicArticle = lazy(() => styled(() => import("./PublicArticle.tsx")));

/** An article everybody may read, in the reader's language. */
interface Announced {
  readonly id: string;
  readonly title: string;
  readonly publishAt: string | null;
}

const MOST = 4;

/** What is published for everybody, under the promise; a house that publishes nothing shows nothing. */
export function PublicArticles() {
  const t = useText();
  const language = useLanguage((state) => state.language);
  const [list, setList] = useState<readonly Announced[]>([]);
  const [open, setOpen] = useState<Announced | null>(null);
  useEffect(() => {
    let gone = false;
    call<readonly Announced[]>("messageServer/baseArticleService/listPublic").then(
      ({ data }) => void (gone || setList(data ?? [])),
      () => undefined,
    );
    return () => void (gone = true);
  }, [language]);
  if (list.length === 0) return null;
  return (
    <section className="s-login-articles" aria-label={t(["公开文章", "Public articles"])}>
      <ul>
        {list.slice(0, MOST).map((announced) => (
          <li key={announced.id}>
            <button type="button" onClick={() => setOpen(announced)}>
              <FileText size={14} aria-hidden />
              <span>{announced.title}</span>
              <time>{announced.publishAt?.slice(0, 10) ?? ""}</time>
            </button>
          </li>
        ))}
      </ul>
      {open ? (
        <Suspense fallback={null}>
          <PublicArticle id={open.id} title={open.title} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </section>
  );
}
