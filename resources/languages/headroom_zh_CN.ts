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
<context>
    <name>Sentences</name>
    <message>
        <source>Back in service.</source>
        <translation>已恢复运行。</translation>
    </message>
    <message>
        <source>Placed on %1 accelerators after waiting %2.</source>
        <translation>等待 %2 后分配到 %1 个加速器。</translation>
    </message>
    <message>
        <source>Submitted: %1 accelerators.</source>
        <translation>已提交：%1 个加速器。</translation>
    </message>
    <message>
        <source>Accelerators passed %1 and switched off.</source>
        <translation>加速器超过 %1，已自动关闭。</translation>
    </message>
    <message>
        <source>Its heat rejection: %1 running.</source>
        <translation>散热设备：%1 在运行。</translation>
    </message>
    <message>
        <source>Its heat rejection: %1 running, and %2 more group with it.</source>
        <translation>散热设备：%1 在运行，另有 %2 组受影响。</translation>
    </message>
    <message>
        <source>Its CDU pumps: %1 running.</source>
        <translation>CDU 泵：%1 在运行。</translation>
    </message>
    <message>
        <source>Its CDU pumps: %1 running, and %2 more group with it.</source>
        <translation>CDU 泵：%1 在运行，另有 %2 组受影响。</translation>
    </message>
    <message>
        <source>Completed after %1 with %2 restarts.</source>
        <translation>运行 %1 后完成，重启 %2 次。</translation>
    </message>
    <message>
        <source>Completed after %1 with %2 restart.</source>
        <translation>运行 %1 后完成，重启 %2 次。</translation>
    </message>
    <message>
        <source>Interrupted; %1 of work on %2 accelerators lost since its last checkpoint.</source>
        <translation>已中断；自上次检查点以来，%2 个加速器上 %1 的工作丢失。</translation>
    </message>
    <message>
        <source>Preempted; %1 of work on %2 accelerators lost since its last checkpoint in storage.</source>
        <translation>被抢占；自上次存储的检查点以来，%2 个加速器上 %1 的工作丢失。</translation>
    </message>
    <message>
        <source>Preempted with a checkpoint: nothing is lost.</source>
        <translation>带检查点被抢占：没有损失。</translation>
    </message>
    <message>
        <source>%1 took servers back; %2 of work on %3 accelerators lost since its last checkpoint.</source>
        <translation>%1 收回了服务器；自上次检查点以来，%3 个加速器上 %2 的工作丢失。</translation>
    </message>
    <message>
        <source>On battery with %1: %2 left.</source>
        <translation>电池供电 %1：剩余 %2。</translation>
    </message>
    <message>
        <source>Mains lost.</source>
        <translation>市电中断。</translation>
    </message>
    <message>
        <source>Mains back.</source>
        <translation>市电恢复。</translation>
    </message>
    <message>
        <source>Its source is away: changes over in %1.</source>
        <translation>电源丢失：%1 后切换。</translation>
    </message>
    <message>
        <source>Input good: walks in over %1.</source>
        <translation>输入正常：在 %1 内逐步接管负载。</translation>
    </message>
    <message>
        <source>Off battery, which lacks %1.</source>
        <translation>退出电池供电，电池尚缺 %1。</translation>
    </message>
    <message>
        <source>Battery full again.</source>
        <translation>电池已充满。</translation>
    </message>
    <message>
        <source>Returns to its preferred source.</source>
        <translation>回到首选电源。</translation>
    </message>
    <message>
        <source>Its incoming breaker is opened.</source>
        <translation>进线断路器被断开。</translation>
    </message>
    <message>
        <source>Its incoming breaker is closed.</source>
        <translation>进线断路器被合上。</translation>
    </message>
    <message>
        <source>A person opens its incoming breaker by mistake.</source>
        <translation>有人误断开了进线断路器。</translation>
    </message>
    <message>
        <source>Back at the rate that it had.</source>
        <translation>恢复原来的速度。</translation>
    </message>
    <message>
        <source>Noticed and named after %1.</source>
        <translation>%1 后被发现并定位。</translation>
    </message>
    <message>
        <source>A crew begins the repair: done in %1, if all goes well.</source>
        <translation>维修开始：顺利的话 %1 后完成。</translation>
    </message>
    <message>
        <source>Takes power from %1.</source>
        <translation>由 %1 供电。</translation>
    </message>
    <message>
        <source>Ordered to start: ready in %1.</source>
        <translation>收到启动命令：%1 后就绪。</translation>
    </message>
    <message>
        <source>%1 of %2 failed to start.</source>
        <translation>%2 台中有 %1 台启动失败。</translation>
    </message>
    <message>
        <source>Runs: %1 of %2, %3.</source>
        <translation>运行：%2 台中的 %1 台，%3。</translation>
    </message>
    <message>
        <source>The mains carries the load again: stops.</source>
        <translation>市电重新带载：停机。</translation>
    </message>
    <message>
        <source>Voltage sags to %1.</source>
        <translation>电压跌落至 %1。</translation>
    </message>
    <message>
        <source>Voltage back to nominal.</source>
        <translation>电压恢复到额定值。</translation>
    </message>
    <message>
        <source>Passed %1: clocks fall (%2 of %3 racks of %4).</source>
        <translation>超过 %1：降频（%4 的 %3 个机架中有 %2 个）。</translation>
    </message>
    <message>
        <source>No rack is above its throttle limit.</source>
        <translation>没有机架超过降频限值。</translation>
    </message>
    <message>
        <source>Nothing is broken: cooling follows load and weather, wet bulb %1.</source>
        <translation>没有故障：制冷随负载和天气变化，湿球温度 %1。</translation>
    </message>
    <message>
        <source>Nothing is broken: the load is as submitted, and coolant and air are as they should be.</source>
        <translation>没有故障：负载与提交的一致，冷却液和空气正常。</translation>
    </message>
    <message>
        <source>Supply temperature %1 → %2.</source>
        <translation>供水温度 %1 → %2。</translation>
    </message>
    <message>
        <source>IT power %1 (%2).</source>
        <translation>IT 功率 %1（%2）。</translation>
    </message>
    <message>
        <source>Training %1.</source>
        <translation>训练 %1。</translation>
    </message>
    <message>
        <source>Busy accelerators %1 → %2.</source>
        <translation>忙碌的加速器 %1 → %2。</translation>
    </message>
    <message>
        <source>Scales from %1 to %2 replicas.</source>
        <translation>副本数从 %1 调整到 %2。</translation>
    </message>
    <message>
        <source>Pressure is gone: the pumps cut out.</source>
        <translation>压力丧失：水泵停机。</translation>
    </message>
    <message>
        <source>Leaks %1 at %2.</source>
        <translation>泄漏 %1，位置 %2。</translation>
    </message>
    <message>
        <source>Leak detection has shut the valves.</source>
        <translation>泄漏检测已关闭阀门。</translation>
    </message>
    <message>
        <source>The control valve moves again.</source>
        <translation>控制阀恢复动作。</translation>
    </message>
    <message>
        <source>The control valve sticks at %1 %.</source>
        <translation>控制阀卡在 %1 %。</translation>
    </message>
    <message>
        <source>The exchanger is clean.</source>
        <translation>换热器已清洁。</translation>
    </message>
    <message>
        <source>The exchanger keeps %1 % of its conductance.</source>
        <translation>换热器保留 %1 % 的传热能力。</translation>
    </message>
    <message>
        <source>Mended and filled up.</source>
        <translation>已修复并补液。</translation>
    </message>
    <message>
        <source>Reset by a person.</source>
        <translation>已手动复位。</translation>
    </message>
    <message>
        <source>Make-up water has run out: towers go dry.</source>
        <translation>补水耗尽：冷却塔干运行。</translation>
    </message>
    <message>
        <source>Make-up water has run out: pads go dry.</source>
        <translation>补水耗尽：湿帘变干。</translation>
    </message>
    <message>
        <source>Make-up water is back.</source>
        <translation>补水恢复。</translation>
    </message>
    <message>
        <source>Repaired, as ordered.</source>
        <translation>按指令已修复。</translation>
    </message>
    <message>
        <source>Fails, as ordered.</source>
        <translation>按指令发生故障。</translation>
    </message>
    <message>
        <source>Slower, as ordered.</source>
        <translation>按指令降速。</translation>
    </message>
    <message>
        <source>Comes and goes, as ordered.</source>
        <translation>按指令时断时续。</translation>
    </message>
    <message>
        <source>Is out of service already.</source>
        <translation>已经停用。</translation>
    </message>
    <message>
        <source>%1: a redundant part failed; nothing stops.</source>
        <translation>%1：冗余部件故障；没有停机。</translation>
    </message>
    <message>
        <source>%1: computes wrong results, and nobody sees it.</source>
        <translation>%1：计算结果错误，且无人察觉。</translation>
    </message>
    <message>
        <source>%1: noticed after %2.</source>
        <translation>%1：%2 后被发现。</translation>
    </message>
    <message>
        <source>%1: continues at %2 of its speed.</source>
        <translation>%1：以 %2 的速度继续。</translation>
    </message>
    <message>
        <source>%1: the job stops; noticed after %2.</source>
        <translation>%1：作业停止；%2 后被发现。</translation>
    </message>
    <message>
        <source>%1: the others share its load.</source>
        <translation>%1：其余设备分担其负载。</translation>
    </message>
    <message>
        <source>%1: a part announces its failure; the server will be drained.</source>
        <translation>%1：部件预告故障；服务器将被排空。</translation>
    </message>
    <message>
        <source>%1 failed: %2 of %3 in service.</source>
        <translation>%1 故障：%3 个中有 %2 个在运行。</translation>
    </message>
    <message>
        <source>%1 back: %2 of %3 in service.</source>
        <translation>%1 恢复：%3 个中有 %2 个在运行。</translation>
    </message>
    <message>
        <source>Nothing is placed until it is back, in %1.</source>
        <translation>%1 后恢复之前不分配任何作业。</translation>
    </message>
    <message>
        <source>Jobs are placed again.</source>
        <translation>重新开始分配作业。</translation>
    </message>
    <message>
        <source>%1 faults in %2: tested in depth and exchanged before it returns.</source>
        <translation>%2 内 %1 次故障：深度测试并更换后才恢复。</translation>
    </message>
    <message>
        <source>Silent corruption found by test %1 after %2.</source>
        <translation>%2 后由测试 %1 发现静默数据损坏。</translation>
    </message>
    <message>
        <source>Ended by order.</source>
        <translation>按指令结束。</translation>
    </message>
    <message>
        <source>Preempted by order.</source>
        <translation>按指令抢占。</translation>
    </message>
    <message>
        <source>Held by order.</source>
        <translation>按指令挂起。</translation>
    </message>
    <message>
        <source>Released by order.</source>
        <translation>按指令释放。</translation>
    </message>
    <message>
        <source>Next in line; waits until enough accelerators are free at once.</source>
        <translation>排在最前；等待足够的加速器同时空闲。</translation>
    </message>
    <message>
        <source>Waits behind earlier jobs (first in, first out).</source>
        <translation>在较早的作业之后等待（先进先出）。</translation>
    </message>
    <message>
        <source>Starting: scheduling, loading, reading its checkpoint.</source>
        <translation>启动中：调度、加载、读取检查点。</translation>
    </message>
    <message>
        <source>Bound by computing.</source>
        <translation>受计算限制。</translation>
    </message>
    <message>
        <source>Slowed by a rack that throttles on temperature.</source>
        <translation>因机架温度降频而变慢。</translation>
    </message>
    <message>
        <source>Slowed by the network.</source>
        <translation>因网络而变慢。</translation>
    </message>
    <message>
        <source>Answers requests.</source>
        <translation>正在响应请求。</translation>
    </message>
    <message>
        <source>Interrupted; waits to restart from its last checkpoint.</source>
        <translation>已中断；等待从上次检查点重启。</translation>
    </message>
    <message>
        <source>Preempted; waits to continue from its last checkpoint.</source>
        <translation>被抢占；等待从上次检查点继续。</translation>
    </message>
    <message>
        <source>Waits for its turn under the scheduling policy.</source>
        <translation>按调度策略排队等待。</translation>
    </message>
    <message>
        <source>Back to its %1 accelerators.</source>
        <translation>恢复到 %1 个加速器。</translation>
    </message>
    <message>
        <source>Takes the accelerators of %1 for others that go first.</source>
        <translation>将 %1 的加速器让给优先作业。</translation>
    </message>
    <message>
        <source>Its external battery is empty: gives nothing more.</source>
        <translation>外部电池已空：不再放电。</translation>
    </message>
    <message>
        <source>Heats up: ready in %1.</source>
        <translation>升温中：%1 后就绪。</translation>
    </message>
    <message>
        <source>Takes %1 in one step; its block load is %2: voltage and frequency dip.</source>
        <translation>一次加载 %1；允许的阶跃为 %2：电压和频率下降。</translation>
    </message>
    <message>
        <source>All clocks are free again.</source>
        <translation>所有频率限制已解除。</translation>
    </message>
    <message>
        <source>Beyond its limit by %1: the power controller lowers clocks behind it.</source>
        <translation>超出限值 %1：功率控制器降低其下游频率。</translation>
    </message>
    <message>
        <source>The limit of the hours ends: accelerators have all of their power.</source>
        <translation>时段限制结束：加速器恢复全功率。</translation>
    </message>
    <message>
        <source>Accelerators are limited to %1 of their power in %2.</source>
        <translation>%2 的加速器功率限制为 %1。</translation>
    </message>
    <message>
        <source>Its breaker from %1 carries %2 on %3: trips in %4 at this load.</source>
        <translation>来自 %1 的断路器承载 %2（额定 %3）：此负载下 %4 后跳闸。</translation>
    </message>
    <message>
        <source>Its breaker from %1 trips: %2 on %3.</source>
        <translation>来自 %1 的断路器跳闸：%2（额定 %3）。</translation>
    </message>
    <message>
        <source>Its breaker from %1 clears the fault.</source>
        <translation>来自 %1 的断路器切除了故障。</translation>
    </message>
    <message>
        <source>Overload: %1 on %2; its output switches off.</source>
        <translation>过载：%1（额定 %2）；输出关闭。</translation>
    </message>
    <message>
        <source>Overload: %1 on %2; trips.</source>
        <translation>过载：%1（额定 %2）；跳闸。</translation>
    </message>
    <message>
        <source>Loaded to %1 of what is in service.</source>
        <translation>负载达到在役容量的 %1。</translation>
    </message>
    <message>
        <source>Out of fuel: stops.</source>
        <translation>燃料耗尽：停机。</translation>
    </message>
    <message>
        <source>Short circuit, %1 prospective.</source>
        <translation>短路，预期电流 %1。</translation>
    </message>
    <message>
        <source>The rack lost all its feeds and is off.</source>
        <translation>机架失去所有供电，已断电。</translation>
    </message>
    <message>
        <source>%1 racks lost all their feeds and are off, this one first.</source>
        <translation>%1 个机架失去所有供电并断电，此机架最先。</translation>
    </message>
    <message>
        <source>Battery empty while locked out: its output is dead.</source>
        <translation>闭锁期间电池耗尽：输出无电。</translation>
    </message>
    <message>
        <source>Battery empty: its output is dead.</source>
        <translation>电池耗尽：输出无电。</translation>
    </message>
    <message>
        <source>Input back: carries its load again.</source>
        <translation>输入恢复：重新带载。</translation>
    </message>
    <message>
        <source>Input lost and the battery is empty.</source>
        <translation>输入丢失且电池已空。</translation>
    </message>
    <message>
        <source>%1 disturbances within %2: locked on battery until a person resets it; %3 left at %4.</source>
        <translation>%2 内 %1 次扰动：锁定在电池供电直到手动复位；%4 负载下剩余 %3。</translation>
    </message>
    <message>
        <source>Its data goes to %1: %2 TB at %3 GB/s.</source>
        <translation>数据传送到 %1：%2 TB，速率 %3 GB/s。</translation>
    </message>
    <message>
        <source>Servers start at %1.</source>
        <translation>服务器在 %1 启动。</translation>
    </message>
    <message>
        <source>Runs at %1.</source>
        <translation>在 %1 运行。</translation>
    </message>
    <message>
        <source>The design was changed.</source>
        <translation>设计已更改。</translation>
    </message>
    <message>
        <source>The design was changed: %1.</source>
        <translation>设计已更改：%1。</translation>
    </message>
    <message>
        <source>No path is left over %1: its collectives halt and end after %2.</source>
        <translation>经 %1 已无路径：集合通信停止并在 %2 后结束。</translation>
    </message>
    <message>
        <source>It has no place on the site: plan, 3-D and reports leave it out.</source>
        <translation>在场地上没有位置：平面图、3-D 和报告中不显示。</translation>
    </message>
    <message>
        <source>On a design day of %1 and a wet bulb of %2 its water is supplied at %3 with all fans at full speed, and set to %4.</source>
        <translation>设计日 %1、湿球 %2 时，所有风机全速下供水为 %3，而设定值为 %4。</translation>
    </message>
    <message>
        <source>On a design day of %1 and a wet bulb of %2 its water is supplied at %3 with all fans at full speed, and set to %4: too warm for %5.</source>
        <translation>设计日 %1、湿球 %2 时，所有风机全速下供水为 %3，而设定值为 %4：对 %5 来说太热。</translation>
    </message>
    <message>
        <source>Its water is set to %1, but the curves of %2 were fitted from %3 to %4: beyond, capacity goes by the lift, and power by the lift at the same share of Carnot.</source>
        <translation>供水设定为 %1，但 %2 的曲线拟合范围为 %3 至 %4：超出部分容量按温升计算，功率按相同卡诺比例计算。</translation>
    </message>
    <message>
        <source>Its leaves have %1 times as much bandwidth down as up: traffic that leaves them gets as much less.</source>
        <translation>叶交换机下行带宽是上行的 %1 倍：离开它们的流量相应减少。</translation>
    </message>
    <message>
        <source>Its hottest %1 reaches %2 at full activity, and slows down from %3 on.</source>
        <translation>最热的 %1 满载时达到 %2，从 %3 起降速。</translation>
    </message>
    <message>
        <source>All feeds of its racks pass %1: while it is out, %2 racks live on generator sets alone, and the two ways are one.</source>
        <translation>机架的所有供电都经过 %1：其停用时，%2 个机架仅靠发电机供电，两路变为一路。</translation>
    </message>
    <message>
        <source>With every utility dead, the load that it then carries alone can swing by %1; it follows %2 while its own store lasts, then it trips.</source>
        <translation>全部市电中断时，其独立承担的负载可波动 %1；在自身储能耗尽前可跟随 %2，之后跳闸。</translation>
    </message>
    <message>
        <source>%1 of its racks have a label of %2 in the same hall, as %3.</source>
        <translation>%1 个机架与同一机房的 %2 标签重复，例如 %3。</translation>
    </message>
    <message>
        <source>Heat to reject is %1 at full activity, but %2 reject, at their rating, %3.</source>
        <translation>满载时需散热 %1，但 %2 的额定散热量为 %3。</translation>
    </message>
    <message>
        <source>Its racks are cooled by liquid, but no CDU group serves them.</source>
        <translation>机架采用液冷，但没有 CDU 组为其服务。</translation>
    </message>
    <message>
        <source>Nothing joins its water to that outdoors, and it has no chillers.</source>
        <translation>其水与室外水之间没有连接，也没有冷水机组。</translation>
    </message>
    <message>
        <source>No generator set supports it: an outage longer than its battery stops its loads.</source>
        <translation>没有发电机支持：停电时间超过电池供电时间将使负载停机。</translation>
    </message>
    <message>
        <source>It states no agreed capacity, so its load cannot be checked.</source>
        <translation>未注明约定容量，无法检查其负载。</translation>
    </message>
    <message>
        <source>It ends before it begins.</source>
        <translation>结束早于开始。</translation>
    </message>
    <message>
        <source>Add a storage group.</source>
        <translation>添加一个存储组。</translation>
    </message>
    <message>
        <source>Choose a larger breaker.</source>
        <translation>选用更大的断路器。</translation>
    </message>
    <message>
        <source>Choose a larger cable.</source>
        <translation>选用更大的电缆。</translation>
    </message>
    <message>
        <source>Choose a faster switch.</source>
        <translation>选用更快的交换机。</translation>
    </message>
    <message>
        <source>Move one of the two.</source>
        <translation>移动其中之一。</translation>
    </message>
    <message>
        <source>Change the plan of the job.</source>
        <translation>更改作业的方案。</translation>
    </message>
    <message>
        <source>Lower oversubscription, or keep jobs inside a leaf.</source>
        <translation>降低超额订阅比，或让作业留在同一叶交换机内。</translation>
    </message>
</context>
<context>
    <name>Attributes</name>
    <message>
        <source>Price book</source>
        <translation>价格簿</translation>
    </message>
    <message>
        <source>Tariff</source>
        <translation>电价</translation>
    </message>
    <message>
        <source>Hourly prices</source>
        <translation>逐时电价</translation>
    </message>
    <message>
        <source>Columns of the prices</source>
        <translation>电价列</translation>
    </message>
    <message>
        <source>Hourly carbon intensity</source>
        <translation>逐时碳强度</translation>
    </message>
    <message>
        <source>Columns of the carbon files</source>
        <translation>碳文件列</translation>
    </message>
    <message>
        <source>Hourly marginal intensity</source>
        <translation>逐时边际强度</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>分析期</translation>
    </message>
    <message>
        <source>Discount rate</source>
        <translation>折现率</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Exchange rate</source>
        <translation>汇率</translation>
    </message>
    <message>
        <source>Premises</source>
        <translation>场所</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Licensed</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Debt</source>
        <translation>债务</translation>
    </message>
    <message>
        <source>Interest</source>
        <translation>利率</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Leased</source>
        <translation>租赁</translation>
    </message>
    <message>
        <source>Rate of leases</source>
        <translation>租赁费率</translation>
    </message>
    <message>
        <source>Term of leases</source>
        <translation>租赁期限</translation>
    </message>
    <message>
        <source>Left after a lease</source>
        <translation>租后残值</translation>
    </message>
    <message>
        <source>Income tax</source>
        <translation>所得税</translation>
    </message>
    <message>
        <source>Depreciation</source>
        <translation>折旧</translation>
    </message>
    <message>
        <source>Price of carbon</source>
        <translation>碳价</translation>
    </message>
    <message>
        <source>Data at a cloud</source>
        <translation>云端数据</translation>
    </message>
    <message>
        <source>Solar field</source>
        <translation>光伏场</translation>
    </message>
    <message>
        <source>Tilt</source>
        <translation>倾角</translation>
    </message>
    <message>
        <source>Azimuth</source>
        <translation>方位角</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损耗</translation>
    </message>
    <message>
        <source>Inverters</source>
        <translation>逆变器</translation>
    </message>
    <message>
        <source>Battery</source>
        <translation>电池</translation>
    </message>
    <message>
        <source>Power of the battery</source>
        <translation>电池功率</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>往返效率</translation>
    </message>
    <message>
        <source>Follows</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Surplus</source>
        <translation>余电</translation>
    </message>
    <message>
        <source>Power purchase agreement</source>
        <translation>购电协议</translation>
    </message>
    <message>
        <source>Price of the agreement</source>
        <translation>协议价格</translation>
    </message>
    <message>
        <source>Hours of the agreement</source>
        <translation>协议时段</translation>
    </message>
    <message>
        <source>Deferred work</source>
        <translation>延后工作</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Accepted by</source>
        <translation>接受人</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>East of it</source>
        <translation>其东</translation>
    </message>
    <message>
        <source>North of it</source>
        <translation>其北</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>机房</translation>
    </message>
    <message>
        <source>Power from</source>
        <translation>供电来自</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Value of time</source>
        <translation>时间价值</translation>
    </message>
    <message>
        <source>Price here</source>
        <translation>本地价格</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复查</translation>
    </message>
    <message>
        <source>Rent at most</source>
        <translation>最高租金</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>CDU</source>
        <translation>CDU</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>台数</translation>
    </message>
    <message>
        <source>Facility water</source>
        <translation>设施水</translation>
    </message>
    <message>
        <source>Supply set-point</source>
        <translation>供水设定值</translation>
    </message>
    <message>
        <source>Coolant</source>
        <translation>冷却液</translation>
    </message>
    <message>
        <source>One loop each</source>
        <translation>各自独立回路</translation>
    </message>
    <message>
        <source>Return piping</source>
        <translation>回水管路</translation>
    </message>
    <message>
        <source>Velocity in headers</source>
        <translation>分集水器流速</translation>
    </message>
    <message>
        <source>Valve control gain</source>
        <translation>阀门控制增益</translation>
    </message>
    <message>
        <source>Valve control integral time</source>
        <translation>阀门控制积分时间</translation>
    </message>
    <message>
        <source>Fill pressure</source>
        <translation>充注压力</translation>
    </message>
    <message>
        <source>Expansion vessel</source>
        <translation>膨胀罐</translation>
    </message>
    <message>
        <source>Leak isolation</source>
        <translation>泄漏隔离</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>间距</translation>
    </message>
    <message>
        <source>Design rise</source>
        <translation>设计温升</translation>
    </message>
    <message>
        <source>Cooling tower</source>
        <translation>冷却塔</translation>
    </message>
    <message>
        <source>Tower cells</source>
        <translation>塔单元</translation>
    </message>
    <message>
        <source>Dry cooler</source>
        <translation>干冷器</translation>
    </message>
    <message>
        <source>Dry coolers</source>
        <translation>干冷器</translation>
    </message>
    <message>
        <source>Chiller</source>
        <translation>冷水机组</translation>
    </message>
    <message>
        <source>Chillers</source>
        <translation>冷水机组</translation>
    </message>
    <message>
        <source>Economiser approach</source>
        <translation>节能器逼近温差</translation>
    </message>
    <message>
        <source>Economiser</source>
        <translation>节能器</translation>
    </message>
    <message>
        <source>Economisers</source>
        <translation>节能器</translation>
    </message>
    <message>
        <source>Lowest tower water</source>
        <translation>最低冷却塔水温</translation>
    </message>
    <message>
        <source>Tower water over wet bulb</source>
        <translation>塔水高于湿球</translation>
    </message>
    <message>
        <source>Pump</source>
        <translation>水泵</translation>
    </message>
    <message>
        <source>Pumps</source>
        <translation>水泵</translation>
    </message>
    <message>
        <source>Condenser pump</source>
        <translation>冷凝水泵</translation>
    </message>
    <message>
        <source>Condenser pumps</source>
        <translation>冷凝水泵</translation>
    </message>
    <message>
        <source>Water volume</source>
        <translation>水量</translation>
    </message>
    <message>
        <source>Cycles of concentration</source>
        <translation>浓缩倍数</translation>
    </message>
    <message>
        <source>Fluid</source>
        <translation>流体</translation>
    </message>
    <message>
        <source>Frost protection</source>
        <translation>防冻</translation>
    </message>
    <message>
        <source>Velocity in mains</source>
        <translation>主管流速</translation>
    </message>
    <message>
        <source>Strainer</source>
        <translation>过滤器</translation>
    </message>
    <message>
        <source>Valve authority</source>
        <translation>阀权度</translation>
    </message>
    <message>
        <source>Valve rangeability</source>
        <translation>阀门可调比</translation>
    </message>
    <message>
        <source>Least flow</source>
        <translation>最小流量</translation>
    </message>
    <message>
        <source>Basin</source>
        <translation>水池</translation>
    </message>
    <message>
        <source>Free cooling from</source>
        <translation>自然冷却起始</translation>
    </message>
    <message>
        <source>Change-over band</source>
        <translation>切换带</translation>
    </message>
    <message>
        <source>Change-over dwell</source>
        <translation>切换驻留</translation>
    </message>
    <message>
        <source>Set-point reset</source>
        <translation>设定值重置</translation>
    </message>
    <message>
        <source>Coil control gain</source>
        <translation>盘管控制增益</translation>
    </message>
    <message>
        <source>Coil control integral time</source>
        <translation>盘管控制积分时间</translation>
    </message>
    <message>
        <source>Fan control gain</source>
        <translation>风机控制增益</translation>
    </message>
    <message>
        <source>Fan control integral time</source>
        <translation>风机控制积分时间</translation>
    </message>
    <message>
        <source>Make-up store</source>
        <translation>补水储量</translation>
    </message>
    <message>
        <source>Water main</source>
        <translation>市政供水</translation>
    </message>
    <message>
        <source>Heat reuse</source>
        <translation>余热利用</translation>
    </message>
    <message>
        <source>Heat reuse down to</source>
        <translation>余热利用至</translation>
    </message>
    <message>
        <source>External cooling</source>
        <translation>外部制冷</translation>
    </message>
    <message>
        <source>Power of external cooling</source>
        <translation>外部制冷功率</translation>
    </message>
    <message>
        <source>Pumps fed from</source>
        <translation>水泵供电来自</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Rack block</source>
        <translation>机架组</translation>
    </message>
    <message>
        <source>Pools</source>
        <translation>池</translation>
    </message>
    <message>
        <source>Servers of a pool</source>
        <translation>每池服务器</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Load latency</source>
        <translation>加载延迟</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>不透明度</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hidden layers</source>
        <translation>隐藏图层</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>Array member</source>
        <translation>阵列成员</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Part of the fabric</source>
        <translation>网络部件</translation>
    </message>
    <message>
        <source>Level in the block</source>
        <translation>块内层级</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>量</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Oversubscription</source>
        <translation>超额订阅比</translation>
    </message>
    <message>
        <source>Rails</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Planes</source>
        <translation>平面</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Routers of a group</source>
        <translation>每组路由器</translation>
    </message>
    <message>
        <source>Adapters of a router</source>
        <translation>每路由器适配器</translation>
    </message>
    <message>
        <source>Global links of a router</source>
        <translation>每路由器全局链路</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>Wrapped</source>
        <translation>环绕</translation>
    </message>
    <message>
        <source>Twisted</source>
        <translation>扭转</translation>
    </message>
    <message>
        <source>Edge of a cube</source>
        <translation>立方体边长</translation>
    </message>
    <message>
        <source>Links of a pair</source>
        <translation>每对链路</translation>
    </message>
    <message>
        <source>Routing</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>Queue pairs</source>
        <translation>队列对</translation>
    </message>
    <message>
        <source>Host link</source>
        <translation>主机链路</translation>
    </message>
    <message>
        <source>Switch link</source>
        <translation>交换机链路</translation>
    </message>
    <message>
        <source>Further link parts</source>
        <translation>其他链路部件</translation>
    </message>
    <message>
        <source>Circuit switch</source>
        <translation>光路交换机</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Scale-up interconnect</source>
        <translation>纵向扩展互连</translation>
    </message>
    <message>
        <source>Scale-out interconnect</source>
        <translation>横向扩展互连</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输协议</translation>
    </message>
    <message>
        <source>In-network reduction</source>
        <translation>网内归约</translation>
    </message>
    <message>
        <source>Re-routing</source>
        <translation>重新路由</translation>
    </message>
    <message>
        <source>Down in a flap</source>
        <translation>抖动中断占比</translation>
    </message>
    <message>
        <source>Transport gives up after</source>
        <translation>传输放弃时间</translation>
    </message>
    <message>
        <source>Bit errors, healthy link</source>
        <translation>误码率（健康链路）</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Fans fed from</source>
        <translation>风机供电来自</translation>
    </message>
    <message>
        <source>Air handler</source>
        <translation>空气处理机</translation>
    </message>
    <message>
        <source>Air handlers</source>
        <translation>空气处理机</translation>
    </message>
    <message>
        <source>Air handlers' X</source>
        <translation>空气处理机 X</translation>
    </message>
    <message>
        <source>Air handlers' Y</source>
        <translation>空气处理机 Y</translation>
    </message>
    <message>
        <source>Air handlers cooled by</source>
        <translation>空气处理机冷源</translation>
    </message>
    <message>
        <source>Supply air</source>
        <translation>送风</translation>
    </message>
    <message>
        <source>Recirculation</source>
        <translation>回流</translation>
    </message>
    <message>
        <source>Bypass</source>
        <translation>旁通</translation>
    </message>
    <message>
        <source>Containment</source>
        <translation>通道封闭</translation>
    </message>
    <message>
        <source>Leakage of containment</source>
        <translation>封闭泄漏</translation>
    </message>
    <message>
        <source>Air supply</source>
        <translation>送风方式</translation>
    </message>
    <message>
        <source>Floor plenum</source>
        <translation>地板静压箱</translation>
    </message>
    <message>
        <source>Open area of tiles</source>
        <translation>地板开孔率</translation>
    </message>
    <message>
        <source>Leakage of the floor</source>
        <translation>地板泄漏</translation>
    </message>
    <message>
        <source>Air return</source>
        <translation>回风</translation>
    </message>
    <message>
        <source>Exhaust of cabinets</source>
        <translation>机柜排风</translation>
    </message>
    <message>
        <source>Air class</source>
        <translation>空气等级</translation>
    </message>
    <message>
        <source>Air field</source>
        <translation>气流场</translation>
    </message>
    <message>
        <source>Origin of the air field</source>
        <translation>气流场来源</translation>
    </message>
    <message>
        <source>Error of the air field</source>
        <translation>气流场误差</translation>
    </message>
    <message>
        <source>Hot air at inlets</source>
        <translation>进风口热空气</translation>
    </message>
    <message>
        <source>Hot air at the top</source>
        <translation>顶部热空气</translation>
    </message>
    <message>
        <source>Floor load</source>
        <translation>楼面荷载</translation>
    </message>
    <message>
        <source>Floor tile</source>
        <translation>地板砖</translation>
    </message>
    <message>
        <source>Floor grid X</source>
        <translation>地板网格 X</translation>
    </message>
    <message>
        <source>Floor grid Y</source>
        <translation>地板网格 Y</translation>
    </message>
    <message>
        <source>Generator start delay</source>
        <translation>发电机启动延时</translation>
    </message>
    <message>
        <source>Return to mains</source>
        <translation>恢复市电</translation>
    </message>
    <message>
        <source>Mechanical blocks</source>
        <translation>机械负载分组</translation>
    </message>
    <message>
        <source>Block interval</source>
        <translation>加载间隔</translation>
    </message>
    <message>
        <source>Server boot</source>
        <translation>服务器启动</translation>
    </message>
    <message>
        <source>Power capping</source>
        <translation>功率封顶</translation>
    </message>
    <message>
        <source>Cap threshold</source>
        <translation>封顶阈值</translation>
    </message>
    <message>
        <source>Cap release</source>
        <translation>封顶解除</translation>
    </message>
    <message>
        <source>Cap response</source>
        <translation>封顶响应</translation>
    </message>
    <message>
        <source>Lowest clock</source>
        <translation>最低频率</translation>
    </message>
    <message>
        <source>Load shedding</source>
        <translation>减载</translation>
    </message>
    <message>
        <source>Shed after</source>
        <translation>减载延时</translation>
    </message>
    <message>
        <source>Voltage drop limit</source>
        <translation>压降限值</translation>
    </message>
    <message>
        <source>Limit follows</source>
        <translation>限值跟随</translation>
    </message>
    <message>
        <source>Limit in those hours</source>
        <translation>该时段限值</translation>
    </message>
    <message>
        <source>Hours of the limit</source>
        <translation>限值时段</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>边沿</translation>
    </message>
    <message>
        <source>Supplies</source>
        <translation>电源</translation>
    </message>
    <message>
        <source>UPS</source>
        <translation>UPS</translation>
    </message>
    <message>
        <source>Filler work</source>
        <translation>填充负载</translation>
    </message>
    <message>
        <source>Filler level</source>
        <translation>填充水平</translation>
    </message>
    <message>
        <source>Filler response</source>
        <translation>填充响应</translation>
    </message>
    <message>
        <source>Filler slowdown</source>
        <translation>填充减速</translation>
    </message>
    <message>
        <source>Smoothing in the accelerator</source>
        <translation>加速器内平滑</translation>
    </message>
    <message>
        <source>Power floor</source>
        <translation>功率下限</translation>
    </message>
    <message>
        <source>Ramp up</source>
        <translation>上升斜率</translation>
    </message>
    <message>
        <source>Ramp down</source>
        <translation>下降斜率</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>Stagger jobs</source>
        <translation>作业错峰</translation>
    </message>
    <message>
        <source>Stagger groups</source>
        <translation>分组错峰</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>分散</translation>
    </message>
    <message>
        <source>Rack storage</source>
        <translation>机架储能</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>效率</translation>
    </message>
    <message>
        <source>Time constant</source>
        <translation>时间常数</translation>
    </message>
    <message>
        <source>UPS shaving</source>
        <translation>UPS 削峰</translation>
    </message>
    <message>
        <source>Site battery</source>
        <translation>场地电池</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Ramp target</source>
        <translation>斜率目标</translation>
    </message>
    <message>
        <source>Ramp limit, one second</source>
        <translation>斜率限值，1 秒</translation>
    </message>
    <message>
        <source>Ramp limit, one minute</source>
        <translation>斜率限值，1 分钟</translation>
    </message>
    <message>
        <source>Range limit</source>
        <translation>范围限值</translation>
    </message>
    <message>
        <source>Band limit</source>
        <translation>频带限值</translation>
    </message>
    <message>
        <source>Band limit, share</source>
        <translation>频带限值（份额）</translation>
    </message>
    <message>
        <source>Band from</source>
        <translation>频带起</translation>
    </message>
    <message>
        <source>Band to</source>
        <translation>频带止</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Spare modules</source>
        <translation>备用模块</translation>
    </message>
    <message>
        <source>Fed from</source>
        <translation>供电来自</translation>
    </message>
    <message>
        <source>Joined to every unit</source>
        <translation>连接到每台</translation>
    </message>
    <message>
        <source>Incoming breaker</source>
        <translation>进线断路器</translation>
    </message>
    <message>
        <source>Incoming cable</source>
        <translation>进线电缆</translation>
    </message>
    <message>
        <source>Cable length</source>
        <translation>电缆长度</translation>
    </message>
    <message>
        <source>Agreed capacity</source>
        <translation>约定容量</translation>
    </message>
    <message>
        <source>Eco mode</source>
        <translation>节能模式</translation>
    </message>
    <message>
        <source>Age of battery</source>
        <translation>电池龄</translation>
    </message>
    <message>
        <source>Temperature of battery</source>
        <translation>电池温度</translation>
    </message>
    <message>
        <source>External battery</source>
        <translation>外部电池</translation>
    </message>
    <message>
        <source>External battery at the start</source>
        <translation>外部电池初始电量</translation>
    </message>
    <message>
        <source>External battery gives</source>
        <translation>外部电池放电</translation>
    </message>
    <message>
        <source>Loss of external battery</source>
        <translation>外部电池损耗</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Coupling step</source>
        <translation>耦合步长</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Racks in a row</source>
        <translation>每行机架</translation>
    </message>
    <message>
        <source>Row pitch</source>
        <translation>行距</translation>
    </message>
    <message>
        <source>Rack pitch</source>
        <translation>机架间距</translation>
    </message>
    <message>
        <source>Alternate facing</source>
        <translation>交替朝向</translation>
    </message>
    <message>
        <source>First row faces</source>
        <translation>首行朝向</translation>
    </message>
    <message>
        <source>Row prefix</source>
        <translation>行前缀</translation>
    </message>
    <message>
        <source>Rows by letter</source>
        <translation>行用字母</translation>
    </message>
    <message>
        <source>First row number</source>
        <translation>首行编号</translation>
    </message>
    <message>
        <source>First position number</source>
        <translation>首位编号</translation>
    </message>
    <message>
        <source>Coolant from</source>
        <translation>冷却液来自</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Cords</source>
        <translation>电源线</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>报价</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Paid</source>
        <translation>付费方式</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Start-up</source>
        <translation>启动时间</translation>
    </message>
    <message>
        <source>Egress</source>
        <translation>数据流出</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>线路</translation>
    </message>
    <message>
        <source>Length of the line</source>
        <translation>线路长度</translation>
    </message>
    <message>
        <source>Grid region</source>
        <translation>电网区域</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
    <message>
        <source>Network wait</source>
        <translation>网络等待</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>In the facility</source>
        <translation>在设施内</translation>
    </message>
    <message>
        <source>Also at</source>
        <translation>还位于</translation>
    </message>
    <message>
        <source>A power part fails</source>
        <translation>电力部件故障</translation>
    </message>
    <message>
        <source>Power parts meant</source>
        <translation>所指电力部件</translation>
    </message>
    <message>
        <source>A cooling part fails</source>
        <translation>制冷部件故障</translation>
    </message>
    <message>
        <source>A switch fails</source>
        <translation>交换机故障</translation>
    </message>
    <message>
        <source>Air at rack inlets</source>
        <translation>机架进风</translation>
    </message>
    <message>
        <source>Jobs interrupted</source>
        <translation>作业中断</translation>
    </message>
    <message>
        <source>Work lost</source>
        <translation>工作损失</translation>
    </message>
    <message>
        <source>Standby fuel</source>
        <translation>备用燃料</translation>
    </message>
    <message>
        <source>Climate</source>
        <translation>气候</translation>
    </message>
    <message>
        <source>Weather file</source>
        <translation>气象文件</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Energy price</source>
        <translation>能源价格</translation>
    </message>
    <message>
        <source>Peak price</source>
        <translation>峰时价格</translation>
    </message>
    <message>
        <source>Peak from</source>
        <translation>峰时起</translation>
    </message>
    <message>
        <source>Peak to</source>
        <translation>峰时止</translation>
    </message>
    <message>
        <source>Carbon intensity</source>
        <translation>碳强度</translation>
    </message>
    <message>
        <source>Power factor of motors</source>
        <translation>电机功率因数</translation>
    </message>
    <message>
        <source>Diesel price</source>
        <translation>柴油价格</translation>
    </message>
    <message>
        <source>Water price</source>
        <translation>水价</translation>
    </message>
    <message>
        <source>Storage system</source>
        <translation>存储系统</translation>
    </message>
    <message>
        <source>Building blocks</source>
        <translation>组件数</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Underside</source>
        <translation>底面</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Delay of equipment</source>
        <translation>设备延迟</translation>
    </message>
    <message>
        <source>Packet loss</source>
        <translation>丢包率</translation>
    </message>
    <message>
        <source>Random failures</source>
        <translation>随机故障</translation>
    </message>
    <message>
        <source>Rate factor</source>
        <translation>故障率系数</translation>
    </message>
    <message>
        <source>Lemon shape</source>
        <translation>劣品形状参数</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Fast detection</source>
        <translation>快速检测</translation>
    </message>
    <message>
        <source>Hang time-out</source>
        <translation>挂起超时</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>Warm-up speed</source>
        <translation>预热速度</translation>
    </message>
    <message>
        <source>Corruption tests each</source>
        <translation>损坏测试间隔</translation>
    </message>
    <message>
        <source>Coverage of a test</source>
        <translation>测试覆盖率</translation>
    </message>
    <message>
        <source>Cost of tests</source>
        <translation>测试成本</translation>
    </message>
    <message>
        <source>Seen in the loss</source>
        <translation>损失中可见</translation>
    </message>
    <message>
        <source>Seen after</source>
        <translation>发现时间</translation>
    </message>
    <message>
        <source>Hunt for the part</source>
        <translation>定位部件</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>保留检查点</translation>
    </message>
    <message>
        <source>Spare servers</source>
        <translation>备用服务器</translation>
    </message>
    <message>
        <source>Automation</source>
        <translation>自动化</translation>
    </message>
    <message>
        <source>Coverage of inspection</source>
        <translation>巡检覆盖率</translation>
    </message>
    <message>
        <source>Response by day</source>
        <translation>白天响应</translation>
    </message>
    <message>
        <source>Response by night</source>
        <translation>夜间响应</translation>
    </message>
    <message>
        <source>Localisation</source>
        <translation>定位</translation>
    </message>
    <message>
        <source>Replace on precursors</source>
        <translation>预兆即更换</translation>
    </message>
    <message>
        <source>Faults of a lemon</source>
        <translation>劣品故障数</translation>
    </message>
    <message>
        <source>Window of lemons</source>
        <translation>劣品窗口</translation>
    </message>
    <message>
        <source>Deep test</source>
        <translation>深度测试</translation>
    </message>
    <message>
        <source>Flaps until taken out</source>
        <translation>抖动移除阈值</translation>
    </message>
    <message>
        <source>A flap lasts</source>
        <translation>单次抖动时长</translation>
    </message>
    <message>
        <source>A mistake is noticed after</source>
        <translation>失误发现时间</translation>
    </message>
    <message>
        <source>Elastic training</source>
        <translation>弹性训练</translation>
    </message>
    <message>
        <source>Age of the parts</source>
        <translation>部件使用年限</translation>
    </message>
    <message>
        <source>Stress counts</source>
        <translation>计入应力</translation>
    </message>
    <message>
        <source>Crews</source>
        <translation>班组</translation>
    </message>
    <message>
        <source>Crews at night</source>
        <translation>夜间班组</translation>
    </message>
    <message>
        <source>Shift begins</source>
        <translation>班次开始</translation>
    </message>
    <message>
        <source>Shift ends</source>
        <translation>班次结束</translation>
    </message>
    <message>
        <source>Window opens</source>
        <translation>窗口开始</translation>
    </message>
    <message>
        <source>Window closes</source>
        <translation>窗口结束</translation>
    </message>
    <message>
        <source>Work in a repair</source>
        <translation>维修工时</translation>
    </message>
    <message>
        <source>Reorder level</source>
        <translation>再订货点</translation>
    </message>
    <message>
        <source>Stock, accelerators</source>
        <translation>库存：加速器</translation>
    </message>
    <message>
        <source>Stock, parts of servers</source>
        <translation>库存：服务器部件</translation>
    </message>
    <message>
        <source>Stock, adapters</source>
        <translation>库存：适配器</translation>
    </message>
    <message>
        <source>Stock, optics</source>
        <translation>库存：光模块</translation>
    </message>
    <message>
        <source>Stock, switches</source>
        <translation>库存：交换机</translation>
    </message>
    <message>
        <source>Stock, power supplies</source>
        <translation>库存：电源</translation>
    </message>
    <message>
        <source>Stock, pumps</source>
        <translation>库存：水泵</translation>
    </message>
    <message>
        <source>Stock, cooling parts</source>
        <translation>库存：制冷部件</translation>
    </message>
    <message>
        <source>Stock, electrical parts</source>
        <translation>库存：电气部件</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Serving stack</source>
        <translation>推理软件栈</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>Columns of the trace</source>
        <translation>轨迹列</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行 (TP)</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线级数</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行 (PP)</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行 (EP)</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文并行 (CP)</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Interleaved chunks</source>
        <translation>交错分块</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>已用内存</translation>
    </message>
    <message>
        <source>Shared prefix</source>
        <translation>共享前缀</translation>
    </message>
    <message>
        <source>Prefix hits</source>
        <translation>前缀命中</translation>
    </message>
    <message>
        <source>Drafted tokens</source>
        <translation>草稿令牌</translation>
    </message>
    <message>
        <source>Accepted drafts</source>
        <translation>接受的草稿</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Prefill replicas</source>
        <translation>预填充副本</translation>
    </message>
    <message>
        <source>Full cache</source>
        <translation>缓存已满</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Fewest replicas</source>
        <translation>最少副本</translation>
    </message>
    <message>
        <source>Most replicas</source>
        <translation>最多副本</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>伸缩</translation>
    </message>
    <message>
        <source>Scaling target</source>
        <translation>伸缩目标</translation>
    </message>
    <message>
        <source>Scale-down window</source>
        <translation>缩容窗口</translation>
    </message>
    <message>
        <source>Limit, first token</source>
        <translation>首令牌限值</translation>
    </message>
    <message>
        <source>Limit, each token</source>
        <translation>每令牌限值</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Tenant</source>
        <translation>租户</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Backfill</source>
        <translation>回填</translation>
    </message>
    <message>
        <source>Preemption</source>
        <translation>抢占</translation>
    </message>
    <message>
        <source>Preempted jobs</source>
        <translation>被抢占作业</translation>
    </message>
    <message>
        <source>Minimum run</source>
        <translation>最短运行</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Must stay within</source>
        <translation>必须位于</translation>
    </message>
    <message>
        <source>Half-life of usage</source>
        <translation>使用量半衰期</translation>
    </message>
    <message>
        <source>Queues of attained service</source>
        <translation>已得服务队列</translation>
    </message>
    <message>
        <source>Promotion</source>
        <translation>提升</translation>
    </message>
    <message>
        <source>Jobs with a promise</source>
        <translation>有承诺的作业</translation>
    </message>
    <message>
        <source>Elastic jobs share</source>
        <translation>弹性作业份额</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Jobs with slack wait for</source>
        <translation>有余量作业等待</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Longest wait for it</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>直到</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Quota</source>
        <translation>配额</translation>
    </message>
    <message>
        <source>Cohort</source>
        <translation>群组</translation>
    </message>
    <message>
        <source>Borrowing limit</source>
        <translation>借用上限</translation>
    </message>
    <message>
        <source>Economics</source>
        <translation>经济性</translation>
    </message>
    <message>
        <source>Own supply</source>
        <translation>自有供电</translation>
    </message>
    <message>
        <source>Accepted finding</source>
        <translation>已接受的问题</translation>
    </message>
    <message>
        <source>Copy of a block</source>
        <translation>块副本</translation>
    </message>
    <message>
        <source>Broker</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>CDU group</source>
        <translation>CDU 组</translation>
    </message>
    <message>
        <source>Cooling loop</source>
        <translation>冷却回路</translation>
    </message>
    <message>
        <source>CXL memory pool</source>
        <translation>CXL 内存池</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>图纸</translation>
    </message>
    <message>
        <source>Drill</source>
        <translation>演练</translation>
    </message>
    <message>
        <source>Load trace</source>
        <translation>负载轨迹</translation>
    </message>
    <message>
        <source>Power policy</source>
        <translation>电力策略</translation>
    </message>
    <message>
        <source>Power smoothing</source>
        <translation>功率平滑</translation>
    </message>
    <message>
        <source>Power unit</source>
        <translation>电力单元</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Other site</source>
        <translation>其他站点</translation>
    </message>
    <message>
        <source>Requirements</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>场地</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Structure</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Line between sites</source>
        <translation>站点间线路</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>维护</translation>
    </message>
    <message>
        <source>Batch job</source>
        <translation>批处理作业</translation>
    </message>
    <message>
        <source>Inference service</source>
        <translation>推理服务</translation>
    </message>
    <message>
        <source>Job generator</source>
        <translation>作业生成器</translation>
    </message>
    <message>
        <source>Job trace</source>
        <translation>作业轨迹</translation>
    </message>
    <message>
        <source>Scheduler</source>
        <translation>调度器</translation>
    </message>
    <message>
        <source>Reservation</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Training job</source>
        <translation>训练作业</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Coolant distribution unit</source>
        <translation>冷却液分配单元</translation>
    </message>
    <message>
        <source>Cooling class</source>
        <translation>冷却等级</translation>
    </message>
    <message>
        <source>Cooling tower cell</source>
        <translation>冷却塔单元</translation>
    </message>
    <message>
        <source>Immersion tank</source>
        <translation>浸没槽</translation>
    </message>
    <message>
        <source>Plate heat exchanger</source>
        <translation>板式换热器</translation>
    </message>
    <message>
        <source>Rear-door heat exchanger</source>
        <translation>背门换热器</translation>
    </message>
    <message>
        <source>Cloud offer</source>
        <translation>云报价</translation>
    </message>
    <message>
        <source>Site option</source>
        <translation>场地选项</translation>
    </message>
    <message>
        <source>Design conditions</source>
        <translation>设计条件</translation>
    </message>
    <message>
        <source>Irradiance</source>
        <translation>辐照度</translation>
    </message>
    <message>
        <source>Collective library</source>
        <translation>集合通信库</translation>
    </message>
    <message>
        <source>Interconnect</source>
        <translation>互连</translation>
    </message>
    <message>
        <source>Link part</source>
        <translation>链路部件</translation>
    </message>
    <message>
        <source>Circuit breaker</source>
        <translation>断路器</translation>
    </message>
    <message>
        <source>Cable or busbar trunking</source>
        <translation>电缆或母线槽</translation>
    </message>
    <message>
        <source>Fuel cell</source>
        <translation>燃料电池</translation>
    </message>
    <message>
        <source>Generator set</source>
        <translation>发电机组</translation>
    </message>
    <message>
        <source>PDU</source>
        <translation>PDU</translation>
    </message>
    <message>
        <source>Power supply</source>
        <translation>电源</translation>
    </message>
    <message>
        <source>Switchboard</source>
        <translation>配电盘</translation>
    </message>
    <message>
        <source>Transfer switch</source>
        <translation>转换开关</translation>
    </message>
    <message>
        <source>Transformer</source>
        <translation>变压器</translation>
    </message>
    <message>
        <source>UPS module</source>
        <translation>UPS 模块</translation>
    </message>
    <message>
        <source>Utility connection</source>
        <translation>市电接入</translation>
    </message>
    <message>
        <source>Failure mode</source>
        <translation>故障模式</translation>
    </message>
    <message>
        <source>Job profile</source>
        <translation>作业特征</translation>
    </message>
    <message>
        <source>Language model</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>Request profile</source>
        <translation>请求特征</translation>
    </message>
    <message>
        <source>Software stack</source>
        <translation>软件栈</translation>
    </message>
    <message>
        <source>Workload pattern</source>
        <translation>负载模式</translation>
    </message>
    <message>
        <source>Rated power</source>
        <translation>额定功率</translation>
    </message>
    <message>
        <source>Rated heat</source>
        <translation>额定散热</translation>
    </message>
    <message>
        <source>Rated current</source>
        <translation>额定电流</translation>
    </message>
    <message>
        <source>Voltage</source>
        <translation>电压</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>Failure rate</source>
        <translation>故障率</translation>
    </message>
    <message>
        <source>Repair time</source>
        <translation>维修时间</translation>
    </message>
    <message>
        <source>Water flow</source>
        <translation>水流量</translation>
    </message>
    <message>
        <source>Air flow</source>
        <translation>风量</translation>
    </message>
    <message>
        <source>Fan power</source>
        <translation>风机功率</translation>
    </message>
    <message>
        <source>Lowest fan speed</source>
        <translation>最低风机转速</translation>
    </message>
    <message>
        <source>Water side loss</source>
        <translation>水侧压损</translation>
    </message>
    <message>
        <source>No-load loss</source>
        <translation>空载损耗</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Coolant volume</source>
        <translation>冷却液容量</translation>
    </message>
    <message>
        <source>Heat exchanger UA</source>
        <translation>换热器 UA</translation>
    </message>
    <message>
        <source>Facility water flow</source>
        <translation>设施水流量</translation>
    </message>
    <message>
        <source>Rack loop flow</source>
        <translation>机架回路流量</translation>
    </message>
    <message>
        <source>Pump power</source>
        <translation>泵功率</translation>
    </message>
    <message>
        <source>Lowest pump speed</source>
        <translation>最低泵转速</translation>
    </message>
    <message>
        <source>IT power</source>
        <translation>IT 功率</translation>
    </message>
    <message>
        <source>Accelerator power</source>
        <translation>加速器功率</translation>
    </message>
    <message>
        <source>Fabric power</source>
        <translation>网络功率</translation>
    </message>
    <message>
        <source>Storage power</source>
        <translation>存储功率</translation>
    </message>
    <message>
        <source>Metered power</source>
        <translation>计量功率</translation>
    </message>
    <message>
        <source>Cooling power</source>
        <translation>制冷耗电</translation>
    </message>
    <message>
        <source>Towers and coolers</source>
        <translation>冷却塔与干冷器</translation>
    </message>
    <message>
        <source>Water pumps</source>
        <translation>水泵</translation>
    </message>
    <message>
        <source>CDU pumps</source>
        <translation>CDU 泵</translation>
    </message>
    <message>
        <source>Power-supply loss</source>
        <translation>电源损耗</translation>
    </message>
    <message>
        <source>Power-shelf loss</source>
        <translation>电源架损耗</translation>
    </message>
    <message>
        <source>PDU loss</source>
        <translation>PDU 损耗</translation>
    </message>
    <message>
        <source>UPS loss</source>
        <translation>UPS 损耗</translation>
    </message>
    <message>
        <source>Transformer loss</source>
        <translation>变压器损耗</translation>
    </message>
    <message>
        <source>Cable loss</source>
        <translation>电缆损耗</translation>
    </message>
    <message>
        <source>Utility power</source>
        <translation>市电功率</translation>
    </message>
    <message>
        <source>Generator power</source>
        <translation>发电功率</translation>
    </message>
    <message>
        <source>Battery power</source>
        <translation>电池功率</translation>
    </message>
    <message>
        <source>Battery loss</source>
        <translation>电池损耗</translation>
    </message>
    <message>
        <source>Power factor</source>
        <translation>功率因数</translation>
    </message>
    <message>
        <source>Highest loading</source>
        <translation>最高负载率</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Busy accelerators</source>
        <translation>忙碌加速器</translation>
    </message>
    <message>
        <source>Accelerators in service</source>
        <translation>在役加速器</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Running jobs</source>
        <translation>运行中作业</translation>
    </message>
    <message>
        <source>Queued jobs</source>
        <translation>排队作业</translation>
    </message>
    <message>
        <source>Heat rejected</source>
        <translation>散热量</translation>
    </message>
    <message>
        <source>Water use</source>
        <translation>用水</translation>
    </message>
    <message>
        <source>Evaporation</source>
        <translation>蒸发</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>飘水</translation>
    </message>
    <message>
        <source>Blow-down</source>
        <translation>排污</translation>
    </message>
    <message>
        <source>Stored water</source>
        <translation>储水</translation>
    </message>
    <message>
        <source>Heat reused</source>
        <translation>回用热量</translation>
    </message>
    <message>
        <source>ERF since start</source>
        <translation>累计 ERF</translation>
    </message>
    <message>
        <source>Dry bulb</source>
        <translation>干球温度</translation>
    </message>
    <message>
        <source>Wet bulb</source>
        <translation>湿球温度</translation>
    </message>
    <message>
        <source>Hottest chip</source>
        <translation>最热芯片</translation>
    </message>
    <message>
        <source>Throttled accelerators</source>
        <translation>降频加速器</translation>
    </message>
    <message>
        <source>Servers away</source>
        <translation>停用服务器</translation>
    </message>
    <message>
        <source>IT energy</source>
        <translation>IT 电量</translation>
    </message>
    <message>
        <source>Facility energy</source>
        <translation>设施电量</translation>
    </message>
    <message>
        <source>PUE since start</source>
        <translation>累计 PUE</translation>
    </message>
    <message>
        <source>PUE category 1</source>
        <translation>PUE 类别 1</translation>
    </message>
    <message>
        <source>PUE category 2</source>
        <translation>PUE 类别 2</translation>
    </message>
    <message>
        <source>Peak-tariff energy</source>
        <translation>峰时电量</translation>
    </message>
    <message>
        <source>Generator fuel</source>
        <translation>发电燃料</translation>
    </message>
    <message>
        <source>Water</source>
        <translation>水</translation>
    </message>
    <message>
        <source>WUE</source>
        <translation>WUE</translation>
    </message>
    <message>
        <source>Cost of this site</source>
        <translation>本站点成本</translation>
    </message>
    <message>
        <source>Energy cost</source>
        <translation>能源成本</translation>
    </message>
    <message>
        <source>Water cost</source>
        <translation>水费</translation>
    </message>
    <message>
        <source>Fuel cost</source>
        <translation>燃料成本</translation>
    </message>
    <message>
        <source>Cost of other sites</source>
        <translation>其他站点成本</translation>
    </message>
    <message>
        <source>Accelerators elsewhere</source>
        <translation>异地加速器</translation>
    </message>
    <message>
        <source>Carbon</source>
        <translation>碳排放</translation>
    </message>
    <message>
        <source>Tokens trained</source>
        <translation>已训练令牌</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效产出</translation>
    </message>
    <message>
        <source>Accelerator time held</source>
        <translation>占用的加速器时间</translation>
    </message>
    <message>
        <source>Held: starting</source>
        <translation>占用：启动</translation>
    </message>
    <message>
        <source>Held: stalled</source>
        <translation>占用：停顿</translation>
    </message>
    <message>
        <source>Held: hung</source>
        <translation>占用：挂起</translation>
    </message>
    <message>
        <source>Held: lost</source>
        <translation>占用：损失</translation>
    </message>
    <message>
        <source>Energy imbalance</source>
        <translation>能量不平衡</translation>
    </message>
    <message>
        <source>Fabric utilisation</source>
        <translation>网络利用率</translation>
    </message>
    <message>
        <source>Hottest links</source>
        <translation>最忙链路</translation>
    </message>
    <message>
        <source>Degraded links</source>
        <translation>降级链路</translation>
    </message>
    <message>
        <source>Links down</source>
        <translation>断开链路</translation>
    </message>
    <message>
        <source>Storage writes</source>
        <translation>存储写入</translation>
    </message>
    <message>
        <source>Bound by network</source>
        <translation>受网络限制</translation>
    </message>
    <message>
        <source>Bound by storage</source>
        <translation>受存储限制</translation>
    </message>
    <message>
        <source>Accelerators queued for</source>
        <translation>排队所需加速器</translation>
    </message>
    <message>
        <source>Mean wait in the queue</source>
        <translation>平均排队时间</translation>
    </message>
    <message>
        <source>Accelerators in training</source>
        <translation>训练用加速器</translation>
    </message>
    <message>
        <source>Accelerators in batch jobs</source>
        <translation>批处理用加速器</translation>
    </message>
    <message>
        <source>Accelerators in services</source>
        <translation>服务用加速器</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>Tokens served</source>
        <translation>已服务令牌</translation>
    </message>
    <message>
        <source>Requests that wait</source>
        <translation>等待的请求</translation>
    </message>
    <message>
        <source>Replicas that serve</source>
        <translation>服务中副本</translation>
    </message>
    <message>
        <source>Time to first token, median</source>
        <translation>首令牌时间（中位数）</translation>
    </message>
    <message>
        <source>Time to first token, 99 %</source>
        <translation>首令牌时间（99 %）</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>每输出令牌时间</translation>
    </message>
    <message>
        <source>Service level</source>
        <translation>服务水平</translation>
    </message>
    <message>
        <source>Heat to air</source>
        <translation>散入空气的热量</translation>
    </message>
    <message>
        <source>Return air</source>
        <translation>回风</translation>
    </message>
    <message>
        <source>Air handler fans</source>
        <translation>空气处理机风机</translation>
    </message>
    <message>
        <source>Coil valve</source>
        <translation>盘管阀</translation>
    </message>
    <message>
        <source>Hottest inlet</source>
        <translation>最热进风</translation>
    </message>
    <message>
        <source>SHI</source>
        <translation>SHI</translation>
    </message>
    <message>
        <source>RHI</source>
        <translation>RHI</translation>
    </message>
    <message>
        <source>RTI</source>
        <translation>RTI</translation>
    </message>
    <message>
        <source>RCI high</source>
        <translation>RCI 高</translation>
    </message>
    <message>
        <source>RCI low</source>
        <translation>RCI 低</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>热量</translation>
    </message>
    <message>
        <source>Coolant supply</source>
        <translation>冷却液供液</translation>
    </message>
    <message>
        <source>Coolant return</source>
        <translation>冷却液回液</translation>
    </message>
    <message>
        <source>Facility flow over its largest</source>
        <translation>设施流量占比</translation>
    </message>
    <message>
        <source>Rack flow</source>
        <translation>机架流量</translation>
    </message>
    <message>
        <source>Facility flow</source>
        <translation>设施流量</translation>
    </message>
    <message>
        <source>Valve</source>
        <translation>阀门</translation>
    </message>
    <message>
        <source>Pump speed</source>
        <translation>泵转速</translation>
    </message>
    <message>
        <source>Pressure</source>
        <translation>压力</translation>
    </message>
    <message>
        <source>Supply</source>
        <translation>供水</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>回水</translation>
    </message>
    <message>
        <source>Chiller power</source>
        <translation>冷机功率</translation>
    </message>
    <message>
        <source>Tower and cooler fans</source>
        <translation>塔与干冷器风机</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Fan speed</source>
        <translation>风机转速</translation>
    </message>
    <message>
        <source>Chillers running</source>
        <translation>运行冷机</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Ride-through</source>
        <translation>维持时间</translation>
    </message>
    <message>
        <source>Gives</source>
        <translation>放电</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损耗</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>存量</translation>
    </message>
    <message>
        <source>Inlet air</source>
        <translation>进风</translation>
    </message>
    <message>
        <source>Coolant flow</source>
        <translation>冷却液流量</translation>
    </message>
    <message>
        <source>Chip temperature</source>
        <translation>芯片温度</translation>
    </message>
    <message>
        <source>Mean chip temperature</source>
        <translation>平均芯片温度</translation>
    </message>
    <message>
        <source>Busiest accelerator</source>
        <translation>最忙加速器</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Power by clock</source>
        <translation>按频率功率</translation>
    </message>
    <message>
        <source>In service</source>
        <translation>在役</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Expert tensor parallel</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>Shard group</source>
        <translation>分片组</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批大小</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>适配器秩</translation>
    </message>
    <message>
        <source>Frozen weights</source>
        <translation>冻结权重</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>训练令牌数</translation>
    </message>
    <message>
        <source>Submitted at</source>
        <translation>提交时间</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Gradient compression</source>
        <translation>梯度压缩</translation>
    </message>
    <message>
        <source>Local steps</source>
        <translation>本地步数</translation>
    </message>
    <message>
        <source>Deadline, hours</source>
        <translation>截止（小时）</translation>
    </message>
    <message>
        <source>May be preempted</source>
        <translation>可被抢占</translation>
    </message>
    <message>
        <source>Run time estimate</source>
        <translation>运行时间估计</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>截止时间</translation>
    </message>
    <message>
        <source>Shrinks to</source>
        <translation>缩减至</translation>
    </message>
    <message>
        <source>Grows to</source>
        <translation>增长至</translation>
    </message>
    <message>
        <source>Checkpoint interval by</source>
        <translation>检查点间隔依据</translation>
    </message>
    <message>
        <source>May leave</source>
        <translation>可离开</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Diurnal swing</source>
        <translation>日波动</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Median run time</source>
        <translation>运行时间中位数</translation>
    </message>
    <message>
        <source>Mean run time</source>
        <translation>平均运行时间</translation>
    </message>
    <message>
        <source>Longest run time</source>
        <translation>最长运行时间</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Submit column</source>
        <translation>提交列</translation>
    </message>
    <message>
        <source>Start column</source>
        <translation>开始列</translation>
    </message>
    <message>
        <source>End column</source>
        <translation>结束列</translation>
    </message>
    <message>
        <source>Duration column</source>
        <translation>时长列</translation>
    </message>
    <message>
        <source>Size column</source>
        <translation>规模列</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Tenant column</source>
        <translation>租户列</translation>
    </message>
    <message>
        <source>Priority column</source>
        <translation>优先级列</translation>
    </message>
    <message>
        <source>Name column</source>
        <translation>名称列</translation>
    </message>
    <message>
        <source>Deadline column</source>
        <translation>截止列</translation>
    </message>
    <message>
        <source>Requested time column</source>
        <translation>申请时长列</translation>
    </message>
    <message>
        <source>Accelerator column</source>
        <translation>加速器列</translation>
    </message>
    <message>
        <source>Time unit</source>
        <translation>时间单位</translation>
    </message>
    <message>
        <source>Run time unit</source>
        <translation>运行时间单位</translation>
    </message>
    <message>
        <source>Time scale</source>
        <translation>时间比例</translation>
    </message>
    <message>
        <source>Size scale</source>
        <translation>规模比例</translation>
    </message>
    <message>
        <source>Processors for each accelerator</source>
        <translation>每加速器处理器数</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Run time</source>
        <translation>运行时间</translation>
    </message>
    <message>
        <source>Again each</source>
        <translation>每隔重复</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>物理量</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>时间列</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Wet bulb column</source>
        <translation>湿球列</translation>
    </message>
    <message>
        <source>Wet bulb depression</source>
        <translation>湿球温差</translation>
    </message>
</context>
<context>
    <name>AttributeGroup</name>
    <message>
        <source>Name and connections</source>
        <translation>名称与连接</translation>
    </message>
    <message>
        <source>Place, size and mass</source>
        <translation>位置、尺寸与质量</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>电力</translation>
    </message>
    <message>
        <source>Temperature and flow</source>
        <translation>温度与流量</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Time and reliability</source>
        <translation>时间与可靠性</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>成本</translation>
    </message>
    <message>
        <source>Count, share and manner</source>
        <translation>数量、份额与方式</translation>
    </message>
</context>
<context>
    <name>headroom::ui::Inspector</name>
    <message>
        <source>Attribute</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Reset to Default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Choose a row to read what it means and where its value comes from.</source>
        <translation>选择一行以查看其含义和数值来源。</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>未打开项目</translation>
    </message>
    <message>
        <source>Open a project; then click a rack, a machine or a row of the tree.</source>
        <translation>打开项目，然后点击机架、设备或树中的一行。</translation>
    </message>
    <message>
        <source>%1 things selected</source>
        <translation>已选择 %1 项</translation>
    </message>
    <message>
        <source>Not simulated yet</source>
        <translation>尚未仿真</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Stated in the project file</source>
        <translation>在项目文件中给出</translation>
    </message>
    <message>
        <source>Power and losses</source>
        <translation>功率与损耗</translation>
    </message>
    <message>
        <source>Cooling, water and weather</source>
        <translation>制冷、水与天气</translation>
    </message>
    <message>
        <source>Jobs and accelerators</source>
        <translation>作业与加速器</translation>
    </message>
    <message>
        <source>Services</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Network and storage</source>
        <translation>网络与存储</translation>
    </message>
    <message>
        <source>Energy, cost and time since the start</source>
        <translation>累计能量、成本与时间</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Now, all of its racks</source>
        <translation>当前（全部机架）</translation>
    </message>
    <message>
        <source>Now, unit %1</source>
        <translation>当前（单元 %1）</translation>
    </message>
    <message>
        <source>Now and since the start</source>
        <translation>当前与累计</translation>
    </message>
    <message>
        <source>%1 to %2, mean %3</source>
        <translation>%1 至 %2，平均 %3</translation>
    </message>
    <message>
        <source>Rack %1</source>
        <translation>机架 %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Position in row</source>
        <translation>行内位置</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>朝向</translation>
    </message>
    <message>
        <source>north</source>
        <translation>北</translation>
    </message>
    <message>
        <source>south</source>
        <translation>南</translation>
    </message>
    <message>
        <source>South-west corner</source>
        <translation>西南角</translation>
    </message>
    <message>
        <source>Width × depth × height</source>
        <translation>宽 × 深 × 高</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Job %1 · %2</source>
        <translation>作业 %1 · %2</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>步时间</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启次数</translation>
    </message>
    <message>
        <source>Submitted</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ObjectFields</name>
    <message>
        <source>%1 · %2 objects</source>
        <translation>%1 · %2 个对象</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>partly</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>must be stated</source>
        <translation>必须给出</translation>
    </message>
    <message>
        <source>nothing by default</source>
        <translation>无默认值</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>默认 %1</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>设置 %2 的 %1</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ObjectModel</name>
    <message>
        <source>1 rack</source>
        <translation>1 个机架</translation>
    </message>
    <message>
        <source>%1 racks</source>
        <translation>%1 个机架</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>包含</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ObjectTree</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the project</source>
        <translation>搜索项目</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
</context>
<context>
    <name>PowerValues</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Apparent power</source>
        <translation>视在功率</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>负载率</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损耗</translation>
    </message>
    <message>
        <source>Voltage</source>
        <translation>电压</translation>
    </message>
    <message>
        <source>Battery gives</source>
        <translation>电池放电</translation>
    </message>
    <message>
        <source>Modules out</source>
        <translation>停用模块</translation>
    </message>
</context>
<context>
    <name>EventModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Description of the event</source>
        <translation>事件描述</translation>
    </message>
</context>
<context>
    <name>headroom::ui::EventTable</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Which events</source>
        <translation>哪些事件</translation>
    </message>
    <message>
        <source>All events</source>
        <translation>全部事件</translation>
    </message>
    <message>
        <source>Limits and worse</source>
        <translation>越限及更严重</translation>
    </message>
    <message>
        <source>Failures, trips, lost jobs</source>
        <translation>故障、跳闸、作业丢失</translation>
    </message>
    <message>
        <source>Nothing Followed</source>
        <translation>没有后果</translation>
    </message>
    <message>
        <source>What Followed? (1 Event)</source>
        <translation>后果？（1 个事件）</translation>
    </message>
    <message>
        <source>What Followed? (%1 Events)</source>
        <translation>后果？（%1 个事件）</translation>
    </message>
    <message>
        <source>Go To</source>
        <translation>转到</translation>
    </message>
</context>
<context>
    <name>EventKinds</name>
    <message>
        <source>Job submitted</source>
        <translation>作业提交</translation>
    </message>
    <message>
        <source>Job started</source>
        <translation>作业启动</translation>
    </message>
    <message>
        <source>Job completed</source>
        <translation>作业完成</translation>
    </message>
    <message>
        <source>Job interrupted</source>
        <translation>作业中断</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Throttle</source>
        <translation>降频</translation>
    </message>
    <message>
        <source>Trip</source>
        <translation>跳闸</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>越限</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Job slowed</source>
        <translation>作业变慢</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>检测到</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>维护</translation>
    </message>
    <message>
        <source>Indicator</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Job preempted</source>
        <translation>作业被抢占</translation>
    </message>
</context>
<context>
    <name>ProblemModel</name>
    <message>
        <source>Before the change</source>
        <translation>更改之前</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Accepted: %1</source>
        <translation>已接受：%1</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
</context>
<context>
    <name>headroom::ui::ProblemPanel</name>
    <message>
        <source>Show Place</source>
        <translation>显示位置</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Accept…</source>
        <translation>接受…</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 个警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 个警告</translation>
    </message>
    <message>
        <source>%1 of %2 rules checked</source>
        <translation>已检查 %2 条规则中的 %1 条</translation>
    </message>
    <message>
        <source>%1 wait for F7</source>
        <translation>%1 条等待 F7</translation>
    </message>
    <message>
        <source>The design is being checked…</source>
        <translation>正在检查设计…</translation>
    </message>
    <message>
        <source>No findings. All %1 rules were checked.</source>
        <translation>没有问题。已检查全部 %1 条规则。</translation>
    </message>
    <message>
        <source>No findings by the quick rules. F7 checks all of them.</source>
        <translation>快速规则没有发现问题。按 F7 检查全部。</translation>
    </message>
    <message>
        <source>Accept Finding</source>
        <translation>接受问题</translation>
    </message>
</context>
<context>
    <name>AlarmModel</name>
    <message>
        <source>%1 alarms</source>
        <translation>%1 个告警</translation>
    </message>
    <message>
        <source>Alarm</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>First cause</source>
        <translation>首要原因</translation>
    </message>
    <message>
        <source>Lasted</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>自</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
</context>
</TS>
