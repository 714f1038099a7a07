import { lookup, type Lookup } from "#kernel/module.ts";

/** The codes of identity sources, partner systems and calls. */
export const accessLookups: Readonly<Record<string, Lookup>> = {
  SSO_MATCH: lookup("单点登录匹配方式", "How accounts are matched", {
    SUBJECT: ["已绑定的主体", "Linked subject"],
    EMAIL_VERIFIED: ["已验证邮箱", "Verified e-mail"],
    PERSON_NUM: ["工号", "Employee number"],
  }),
  SSO_LOGOUT: lookup("单点退出方式", "Single sign-out", {
    LOCAL: ["仅退出本系统", "Here only"],
    PROVIDER: ["同时退出身份源", "At the identity source too"],
  }),
  SSO_TEST: lookup("单点登录测试结果", "Sign-on test", { OK: ["通过", "Passed"], FAILED: ["未通过", "Failed"] }),
  API_METHOD: lookup("接口方法", "API method", {
    GET: ["GET", "GET"],
    POST: ["POST", "POST"],
    PUT: ["PUT", "PUT"],
    PATCH: ["PATCH", "PATCH"],
    DELETE: ["DELETE", "DELETE"],
    HEAD: ["HEAD", "HEAD"],
    OPTIONS: ["OPTIONS", "OPTIONS"],
  }),
  API_GUARD: lookup("接口守卫", "API guard", {
    PUBLIC: ["公开", "Public"],
    SESSION: ["登录会话", "Session"],
    RESOURCE: ["菜单与按钮", "Menu and button"],
    OAUTH: ["应用密钥", "App secret"],
  }),
  API_LOG: lookup("接口日志级别", "API log level", {
    NONE: ["不记录", "None"],
    META: ["记录调用", "Calls"],
    BODY: ["记录内容", "Calls with content"],
  }),
  API_SOURCE: lookup("接口来源", "API source", {
    SCAN: ["本系统", "This product"],
    IMPORT: ["导入", "Imported"],
    MANUAL: ["手工", "By hand"],
  }),
  API_FORMAT: lookup("接口定义格式", "API definition format", {
    OPENAPI3: ["OpenAPI 3", "OpenAPI 3"],
    SWAGGER2: ["Swagger 2", "Swagger 2"],
    JSON: ["导出文件", "Export of this product"],
  }),
  OAUTH_GRANT: lookup("应用授权方式", "App grant type", {
    client_credentials: ["客户端凭据", "Client credentials"],
    authorization_code: ["嵌入页面", "Embedded pages"],
  }),
};
