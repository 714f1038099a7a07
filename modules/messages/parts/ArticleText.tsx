import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Box } from "#kernel/web/block/Box.tsx";
import { Article } from "#kernel/web/block/Article.tsx";
import type { Seen } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import { fetchPicture } from "#kernel/web/file/transfer.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { RichText } from "#kernel/web/page/field/RichText.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect, useState } from "react";
import { article } from "../article.entity.ts";
import { langOf } from "./kinds.tsx";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The half of an article its reader understands; where it was never written, the other. */
export function halfOf(
  doc: Seen<typeof article>,
  language: "CN" | "EN",
): { readonly title: string; readonly summary: string; readonly content: string; readonly other: boolean } {
  const cn = { title: text(doc.titleCn), summary: text(doc.summary), content: text(doc.contentCn) };
  const en = { title: text(doc.titleEn), summary: text(doc.summaryEn), content: text(doc.contentEn) };
  const [own, other] = language === "CN" ? [cn, en] : [en, cn];
  return own.title && own.content ? { ...own, other: false } : { ...other, other: true };
}

/** The picture of an article, once it is loaded. */
function usePicture(id: string): string {
  const [url, setUrl] = useState("");
  useEffect(() => {
    setUrl("");
    if (id === "") return;
    let made = "";
    let gone = false;
    fetchPicture(id).then(
      (blob) => void (gone || setUrl((made = URL.createObjectURL(blob)))),
      () => undefined,
    );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return url;
}

/** An article for reading: words, pictures, attachments, and the question whether it helped. */
export function ArticleText({
  doc,
  ask,
  beside,
}: {
  readonly doc: Seen<typeof article>;
  readonly ask: boolean;
  readonly beside?: boolean;
}) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const categories = useLookup("ARTICLE_CATEGORY");
  const half = halfOf(doc, language);
  const cover = usePicture(text(doc.coverFileId));
  return (
    <Article
      title={half.title}
      beside={beside ?? false}
      cover={cover}
      summary={half.summary}
      note={
        <>
          {categories.meaning(doc.categoryCode)}
          {doc.publishAt ? ` · ${text(doc.publishAt).slice(0, 10)}` : ""}
          {Number(doc.version) > 1 ? say([` · 第 ${String(doc.version)} 版`, ` · version ${String(doc.version)}`]) : ""}
          {` · ${say([`阅读 ${String(doc.viewCount ?? 0)}`, `${String(doc.viewCount ?? 0)} views`])}`}
        </>
      }
    >
      {half.other ? <Notice tone="warning">{say(["这篇文章只有英文版。", "This article exists in Chinese only."])}</Notice> : null}
      <div lang={langOf(half.other ? (language === "CN" ? "EN" : "CN") : language)}>
        <RichText html={half.content} />
      </div>
      {doc.fileIds ? <FilesBlock entity={article} fieldKey="fileIds" row={doc} showVisibility={false} /> : null}
      {ask ? <Feedback id={String(doc.id)} /> : null}
    </Article>
  );
}

function Feedback({ id }: { readonly id: string }) {
  const say = useText();
  const [useful, setUseful] = useState<"Y" | "N" | null>(null);
  const [words, setWords] = useState("");
  const [told, setTold] = useState(false);
  const { busy, error, run } = useWork();
  const tell = (answer: "Y" | "N", feedback: string): Promise<void> =>
    run(async () => {
      await call("messageServer/baseArticleService/feedback", { id, useful: answer, ...(feedback ? { feedback } : {}) });
      setUseful(answer);
      setTold(answer === "Y" || feedback !== "");
    });
  return (
    <Box soft label={say(["反馈", "Feedback"])}>
      <Inline>
        {told ? (
          <p role="status">{say(["谢谢，编辑会看到。", "Thank you, the editor will see it."])}</p>
        ) : (
          <>
            <span>{say(["这篇文章有用吗？", "Was this useful?"])}</span>
            <Button size="small" icon={<ThumbsUp size={13} />} loading={busy} onClick={() => void tell("Y", "")}>
              {say(["有用", "Yes"])}
            </Button>
            <Button size="small" icon={<ThumbsDown size={13} />} aria-pressed={useful === "N"} onClick={() => void tell("N", "")}>
              {say(["没用", "No"])}
            </Button>
            {useful === "N" ? (
              <Input.Search
                maxLength={500}
                value={words}
                placeholder={say(["缺了什么？", "What is missing?"])}
                aria-label={say(["缺了什么", "What is missing"])}
                enterButton={say(["告诉编辑", "Send feedback"])}
                onChange={(event) => setWords(event.target.value)}
                onSearch={() => words.trim() && void tell("N", words.trim())}
              />
            ) : null}
          </>
        )}
        {error ? <span className="pc-bad">{error}</span> : null}
      </Inline>
    </Box>
  );
}
