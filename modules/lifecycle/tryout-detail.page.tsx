import { TryoutDetail } from "./parts/TryoutDetail.tsx";

export const page = { route: "srmSlcBatchTryoutDetail", title: ["小批量试用详情", "Pilot run"], keepAlive: false, menu: false };

export default TryoutDetail;
