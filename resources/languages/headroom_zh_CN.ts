<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_GB">
<context>
    <name>Commands</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Pause On</source>
        <translation>暂停条件</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>视向</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>聚焦</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Colour Racks By</source>
        <translation>机架着色依据</translation>
    </message>
    <message>
        <source>Colour Map</source>
        <translation>色标</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Text Size</source>
        <translation>字号</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>New Facility…</source>
        <translation>新建设施…</translation>
    </message>
    <message>
        <source>Same Work in Another Cooling…</source>
        <translation>相同负载换用其他冷却…</translation>
    </message>
    <message>
        <source>New Blank Room</source>
        <translation>新建空机房</translation>
    </message>
    <message>
        <source>Planner…</source>
        <translation>规划器…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open Scenario Folder…</source>
        <translation>打开场景文件夹…</translation>
    </message>
    <message>
        <source>Attach…</source>
        <translation>附加…</translation>
    </message>
    <message>
        <source>Detach</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import Tables or Racks…</source>
        <translation>导入表格或机架…</translation>
    </message>
    <message>
        <source>Open Telemetry…</source>
        <translation>打开遥测…</translation>
    </message>
    <message>
        <source>Close Telemetry</source>
        <translation>关闭遥测</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Plan…</source>
        <translation>平面图…</translation>
    </message>
    <message>
        <source>Scene…</source>
        <translation>场景…</translation>
    </message>
    <message>
        <source>Schedules…</source>
        <translation>设备清单…</translation>
    </message>
    <message>
        <source>Bill of Materials…</source>
        <translation>物料清单…</translation>
    </message>
    <message>
        <source>Tables…</source>
        <translation>表格…</translation>
    </message>
    <message>
        <source>Chart Values…</source>
        <translation>图表数值…</translation>
    </message>
    <message>
        <source>Chart Picture…</source>
        <translation>图表图片…</translation>
    </message>
    <message>
        <source>Revert to Saved…</source>
        <translation>恢复到已保存版本…</translation>
    </message>
    <message>
        <source>Earlier Copies…</source>
        <translation>早期副本…</translation>
    </message>
    <message>
        <source>Save Picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Close Project</source>
        <translation>关闭项目</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Turn by 90°</source>
        <translation>旋转 90°</translation>
    </message>
    <message>
        <source>Replace Model…</source>
        <translation>替换型号…</translation>
    </message>
    <message>
        <source>Check Design</source>
        <translation>检查设计</translation>
    </message>
    <message>
        <source>Next Problem</source>
        <translation>下一个问题</translation>
    </message>
    <message>
        <source>Compare From Here</source>
        <translation>从此处比较</translation>
    </message>
    <message>
        <source>Connect Power…</source>
        <translation>连接电源…</translation>
    </message>
    <message>
        <source>Connect Coolant…</source>
        <translation>连接冷却…</translation>
    </message>
    <message>
        <source>Connect Network…</source>
        <translation>连接网络…</translation>
    </message>
    <message>
        <source>Disconnect Line</source>
        <translation>断开线路</translation>
    </message>
    <message>
        <source>Measure Cable Routes</source>
        <translation>测量电缆路径</translation>
    </message>
    <message>
        <source>Select and Move</source>
        <translation>选择和移动</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>机房</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>墙</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>柱</translation>
    </message>
    <message>
        <source>Door</source>
        <translation>门</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>房间</translation>
    </message>
    <message>
        <source>Keep Clear</source>
        <translation>禁放区</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>坡道</translation>
    </message>
    <message>
        <source>Cable Tray</source>
        <translation>电缆桥架</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Snap</source>
        <translation>吸附</translation>
    </message>
    <message>
        <source>Import Drawing…</source>
        <translation>导入图纸…</translation>
    </message>
    <message>
        <source>Scale Drawing</source>
        <translation>缩放图纸</translation>
    </message>
    <message>
        <source>Array…</source>
        <translation>阵列…</translation>
    </message>
    <message>
        <source>Make Block From Selection</source>
        <translation>由所选创建块</translation>
    </message>
    <message>
        <source>Place Block</source>
        <translation>放置块</translation>
    </message>
    <message>
        <source>Align Left</source>
        <translation>左对齐</translation>
    </message>
    <message>
        <source>Align Centres East</source>
        <translation>东西向居中对齐</translation>
    </message>
    <message>
        <source>Align Right</source>
        <translation>右对齐</translation>
    </message>
    <message>
        <source>Align Top</source>
        <translation>顶端对齐</translation>
    </message>
    <message>
        <source>Align Centres North</source>
        <translation>南北向居中对齐</translation>
    </message>
    <message>
        <source>Align Bottom</source>
        <translation>底端对齐</translation>
    </message>
    <message>
        <source>Distribute East</source>
        <translation>东西向均布</translation>
    </message>
    <message>
        <source>Distribute North</source>
        <translation>南北向均布</translation>
    </message>
    <message>
        <source>Equal Gaps East</source>
        <translation>东西向等间距</translation>
    </message>
    <message>
        <source>Equal Gaps North</source>
        <translation>南北向等间距</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Run Until…</source>
        <translation>运行到…</translation>
    </message>
    <message>
        <source>Go to Time…</source>
        <translation>转到时间…</translation>
    </message>
    <message>
        <source>Save Run…</source>
        <translation>保存运行…</translation>
    </message>
    <message>
        <source>Branch from Here…</source>
        <translation>从此处分支…</translation>
    </message>
    <message>
        <source>Back to the Newest Instant</source>
        <translation>回到最新时刻</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Compare What Is Open</source>
        <translation>比较已打开项</translation>
    </message>
    <message>
        <source>Save Comparison…</source>
        <translation>保存比较…</translation>
    </message>
    <message>
        <source>Save Executive Page…</source>
        <translation>保存摘要页…</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>减速</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>加速</translation>
    </message>
    <message>
        <source>Start Again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Critical Alarm</source>
        <translation>严重告警</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Failure or Trip</source>
        <translation>故障或跳闸</translation>
    </message>
    <message>
        <source>Limit or Throttling</source>
        <translation>限值或降频</translation>
    </message>
    <message>
        <source>Lost Job</source>
        <translation>作业丢失</translation>
    </message>
    <message>
        <source>Preemption</source>
        <translation>抢占</translation>
    </message>
    <message>
        <source>Next Event</source>
        <translation>下一事件</translation>
    </message>
    <message>
        <source>Previous Event</source>
        <translation>上一事件</translation>
    </message>
    <message>
        <source>Serve…</source>
        <translation>发布服务…</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Acknowledge All</source>
        <translation>全部确认</translation>
    </message>
    <message>
        <source>Submit Job…</source>
        <translation>提交作业…</translation>
    </message>
    <message>
        <source>Submit Like This…</source>
        <translation>按此提交…</translation>
    </message>
    <message>
        <source>Job Page</source>
        <translation>作业页</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Preempt</source>
        <translation>抢占作业</translation>
    </message>
    <message>
        <source>Kill…</source>
        <translation>终止…</translation>
    </message>
    <message>
        <source>Fit All</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Fit Selection</source>
        <translation>显示所选</translation>
    </message>
    <message>
        <source>Isometric</source>
        <translation>等轴测</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>俯视</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>前视</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后视</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左视</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右视</translation>
    </message>
    <message>
        <source>Parallel Projection</source>
        <translation>平行投影</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Aisles</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Coolant Pipes</source>
        <translation>冷却管道</translation>
    </message>
    <message>
        <source>Feeders and Busways</source>
        <translation>馈线和母线槽</translation>
    </message>
    <message>
        <source>Cable Trays</source>
        <translation>电缆桥架</translation>
    </message>
    <message>
        <source>Air Flow of the Hall</source>
        <translation>机房气流</translation>
    </message>
    <message>
        <source>Section and Focus</source>
        <translation>剖切和聚焦</translation>
    </message>
    <message>
        <source>Show Path of This Power</source>
        <translation>显示供电路径</translation>
    </message>
    <message>
        <source>Show Path of This Coolant</source>
        <translation>显示冷却路径</translation>
    </message>
    <message>
        <source>Show Racks of This Job</source>
        <translation>显示此作业的机架</translation>
    </message>
    <message>
        <source>Show Only the Selection</source>
        <translation>仅显示所选</translation>
    </message>
    <message>
        <source>Hide the Selection</source>
        <translation>隐藏所选</translation>
    </message>
    <message>
        <source>Show Only What Is in Trouble</source>
        <translation>仅显示异常部件</translation>
    </message>
    <message>
        <source>Show Everything</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>传感器</translation>
    </message>
    <message>
        <source>Fold Arrays</source>
        <translation>折叠阵列</translation>
    </message>
    <message>
        <source>Unfold Arrays</source>
        <translation>展开阵列</translation>
    </message>
    <message>
        <source>Add Chart…</source>
        <translation>添加图表…</translation>
    </message>
    <message>
        <source>Wall Clock</source>
        <translation>当地时间</translation>
    </message>
    <message>
        <source>Since the Start</source>
        <translation>自开始起</translation>
    </message>
    <message>
        <source>SI</source>
        <translation>国际单位制</translation>
    </message>
    <message>
        <source>US Customary</source>
        <translation>美制单位</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Why This Number?</source>
        <translation>为何是此数值?</translation>
    </message>
    <message>
        <source>Chart This Number</source>
        <translation>绘制此数值</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>原因?</translation>
    </message>
    <message>
        <source>What Would Fail With It</source>
        <translation>连带失效范围</translation>
    </message>
    <message>
        <source>Clear Blast Radius</source>
        <translation>清除失效范围</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Coolant Supply</source>
        <translation>冷却液供液</translation>
    </message>
    <message>
        <source>Chip Temperature</source>
        <translation>芯片温度</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康状态</translation>
    </message>
    <message>
        <source>Coolant Return</source>
        <translation>冷却液回液</translation>
    </message>
    <message>
        <source>Inlet Air</source>
        <translation>进风</translation>
    </message>
    <message>
        <source>Coolant Flow</source>
        <translation>冷却液流量</translation>
    </message>
    <message>
        <source>Mean Chip Temperature</source>
        <translation>芯片平均温度</translation>
    </message>
    <message>
        <source>Busiest Accelerator</source>
        <translation>最忙加速器</translation>
    </message>
    <message>
        <source>Power by Clock</source>
        <translation>按时钟的功率</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Fit Colours to Values Now</source>
        <translation>按当前值调整颜色</translation>
    </message>
    <message>
        <source>Colours by Rating</source>
        <translation>按额定值着色</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation>Cividis</translation>
    </message>
    <message>
        <source>Like the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Walk</source>
        <translation>漫游</translation>
    </message>
    <message>
        <source>Turntable</source>
        <translation>环绕</translation>
    </message>
    <message>
        <source>Light of the Hour</source>
        <translation>时刻光照</translation>
    </message>
    <message>
        <source>Play Blast Radius as a Wave</source>
        <translation>以波动播放失效范围</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>相机</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High Contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Larger Text</source>
        <translation>增大字号</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>减小字号</translation>
    </message>
    <message>
        <source>Usual Text</source>
        <translation>标准字号</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>设计</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Operate</source>
        <translation>运维</translation>
    </message>
    <message>
        <source>Next Pane</source>
        <translation>下一窗格</translation>
    </message>
    <message>
        <source>Previous Pane</source>
        <translation>上一窗格</translation>
    </message>
    <message>
        <source>View Only</source>
        <translation>仅显示视图</translation>
    </message>
    <message>
        <source>Full Screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Help on This</source>
        <translation>此处的帮助</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Search Manual…</source>
        <translation>搜索手册…</translation>
    </message>
    <message>
        <source>Welcome Page</source>
        <translation>欢迎页</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Find Command…</source>
        <translation>查找命令…</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>About Headroom</source>
        <translation>关于 Headroom</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>Use English from the next start</source>
        <translation>下次启动起使用英文</translation>
    </message>
    <message>
        <source>Use German from the next start</source>
        <translation>下次启动起使用德文</translation>
    </message>
    <message>
        <source>Use simplified Chinese from the next start</source>
        <translation>下次启动起使用简体中文</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Blast Radius</source>
        <translation>失效范围</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Why This Number</source>
        <translation>为何是此数值</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Telemetry</source>
        <translation>遥测</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>电力</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损耗</translation>
    </message>
    <message>
        <source>Power Swings</source>
        <translation>功率波动</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>冷却</translation>
    </message>
    <message>
        <source>PUE and WUE</source>
        <translation>PUE 和 WUE</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Storyboard</source>
        <translation>故事板</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Drills</source>
        <translation>演练</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>3-D</source>
        <translation>三维</translation>
    </message>
    <message>
        <source>3-D View</source>
        <translation>三维视图</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>Plan View</source>
        <translation>平面视图</translation>
    </message>
    <message>
        <source>One-line</source>
        <translation>单线</translation>
    </message>
    <message>
        <source>One-Line Diagram</source>
        <translation>单线图</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>流程</translation>
    </message>
    <message>
        <source>Process Diagram</source>
        <translation>流程图</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Fabric Diagram</source>
        <translation>网络图</translation>
    </message>
    <message>
        <source>Gantt</source>
        <translation>甘特</translation>
    </message>
    <message>
        <source>Gantt Chart</source>
        <translation>甘特图</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Policy Comparison</source>
        <translation>策略比较</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>可靠性</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>资金</translation>
    </message>
    <message>
        <source>Money and Carbon</source>
        <translation>资金与碳</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
</context>
</TS>
