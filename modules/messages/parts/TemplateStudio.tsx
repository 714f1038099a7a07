import { Section } from "#kernel/web/block/Section.tsx";
import { Columns, Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { RichInput } from "#kernel/web/page/field/RichInput.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { Input, Segmented } from "antd";
import { useState } from "react";
import { useStore } from "zustand";
import { article } from "../article.entity.ts";
import { storedForm } from "../template.ts";
import { langOf } from "./kinds.tsx";
import { Rendered } from "./Rendered.tsx";
import { sampleOf, useEvent } from "./variables.tsx";
import type { msgTemplate } from "../config.entity.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

type Show = "both" | "source" | "rendered";

/** Source and rendered view of a template, Chinese and English beside each other. */
export function TemplateStudio({ model }: { readonly model: EditModel<typeof msgTemplate> }) {
  const say = useText();
  const { doc, errors } = useStore(model.state);
  const event = useEvent(doc.eventId).data;
  const [show, setShow] = useState<Show>("both");
  const editable = model.editable();
  const channel = text(doc.channel) || "SITE";
  return (
    <Section
      name="texts"
      title={say(["文字", "Texts"])}
      tools={
        <Segmented<Show>
          size="small"
          value={show}
          onChange={setShow}
          aria-label={say(["显示", "Show"])}
          options={[
            { value: "both", label: say(["源文与效果", "Both"]) },
            { value: "source", label: say(["源文", "Source"]) },
            { value: "rendered", label: say(["效果", "Rendered"]) },
          ]}
        />
      }
    >
      <Columns of={2} gap="l">
        {(["CN", "EN"] as const).map((language) => {
          const [titleKey, contentKey] = language === "CN" ? (["titleCn", "contentCn"] as const) : (["titleEn", "contentEn"] as const);
          const values = sampleOf(event, doc.sampleJson, language);
          return (
            <Stack gap="xs" key={language}>
              {show === "rendered" ? null : (
                <Source
                  model={model}
                  language={language}
                  channel={channel}
                  editable={editable}
                  title={text(doc[titleKey])}
                  content={text(doc[contentKey])}
                  error={errors.get(titleKey) ?? errors.get(contentKey)}
                  put={(key, value) => model.patch({ [key === "title" ? titleKey : contentKey]: value === "" ? null : value })}
                />
              )}
              {show === "source" ? null : (
                <Rendered
                  channel={channel}
                  language={language}
                  title={storedForm(text(doc[titleKey]))}
                  content={storedForm(text(doc[contentKey]))}
                  values={values}
                />
              )}
            </Stack>
          );
        })}
      </Columns>
    </Section>
  );
}

interface SourceProps {
  readonly model: EditModel<typeof msgTemplate>;
  readonly language: "CN" | "EN";
  readonly channel: string;
  readonly editable: boolean;
  readonly title: string;
  readonly content: string;
  readonly error: string | undefined;
  put(key: "title" | "content", value: string): void;
}

function Source({ language, channel, editable, title, content, error, put }: SourceProps) {
  const say = useText();
  const inChinese = language === "CN";
  const names = {
    title: inChinese ? say(["标题（中文）", "Title, Chinese"]) : say(["标题（英文）", "Title, English"]),
    content: inChinese ? say(["内容（中文）", "Content, Chinese"]) : say(["内容（英文）", "Content, English"]),
  };
  if (!editable)
    return (
      <>
        <span className="pg-label">{names.title}</span>
        <div lang={langOf(language)}>
          <Words as="p" typed code>
            {title || "–"}
          </Words>
        </div>
        <span className="pg-label">{names.content}</span>
        <div lang={langOf(language)}>
          <Words as="p" typed code>
            {content || "–"}
          </Words>
        </div>
      </>
    );
  return (
    <>
      <label>
        <span className="pg-label">{names.title}</span>
        <Input
          value={title}
          maxLength={300}
          status={error ? "error" : ""}
          onChange={(event) => put("title", event.target.value)}
          onBlur={() => storedForm(title) !== title && put("title", storedForm(title))}
        />
      </label>
      {channel === "EMAIL" ? (
        <>
          <span className="pg-label">{names.content}</span>
          <RichInput
            field={article.fields.contentCn}
            row={{}}
            value={content}
            label={names.content}
            change={(html) => put("content", html ?? "")}
          />
        </>
      ) : (
        <label>
          <span className="pg-label">{names.content}</span>
          <Input.TextArea
            className="bk-typed-code"
            value={content}
            autoSize={{ minRows: 5, maxRows: 16 }}
            onChange={(event) => put("content", event.target.value)}
            onBlur={() => storedForm(content) !== content && put("content", storedForm(content))}
          />
        </label>
      )}
      {error ? (
        <span className="pg-error" role="alert">
          {error}
        </span>
      ) : null}
    </>
  );
}
