import { TryoutDetail } from "./parts/TryoutDetail.tsx";

export const page = { route: "srmSlcBatchTryoutDetail", title: ["小批量试用详情", "Batch tryout"], keepAlive: false, menu: false };

export default TryoutDetail;
