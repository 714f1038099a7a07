import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { project as projectEntity } from "../favourite-starter.entity.ts";
import { RecordForm } from "./RecordForm.tsx";

/** One project: what it is called, which modules it claims, who looks after it. */
export function ProjectDetail({ project }: { readonly project: Row }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const name = language === "EN" ? String(project["nameEn"] || project["nameCn"]) : String(project["nameCn"]);
  return (
    <article className="dv-scroll dv-sections" data-document>
      <header className="dv-head">
        <div>
          <h2>
            {name} <span className="pg-code">{String(project["projectCode"])}</span>
          </h2>
          <p className="pg-truth">
            <span>
              {say(["模块按编码列出，未列出的归第一个项目", "Modules are listed by code; unlisted ones belong to the first project"])}
            </span>
          </p>
        </div>
      </header>
      <RecordForm
        entity={projectEntity}
        row={project}
        keys={["nameCn", "nameEn", "version", "ownerUserId", "serviceBase", "tablePrefix", "moduleCodes"]}
      />
    </article>
  );
}
