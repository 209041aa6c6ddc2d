// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/cooling/cdu.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_class.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/crah.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/fluid.h"
#include "models/cooling/immersion_tank.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/pump.h"
#include "models/cooling/rear_door.h"
#include "models/core/attribute.h"
#include "models/core/figure_range.h"
#include "models/core/model_error.h"
#include "models/economics/cloud_offer.h"
#include "models/economics/cloud_terms.h"
#include "models/economics/currency.h"
#include "models/economics/economics.h"
#include "models/economics/own_supply.h"
#include "models/economics/price_book.h"
#include "models/economics/site_option.h"
#include "models/economics/tariff_spec.h"
#include "models/facility/accepted_finding.h"
#include "models/facility/block.h"
#include "models/facility/broker.h"
#include "models/facility/cdu_group.h"
#include "models/facility/climate.h"
#include "models/facility/cooling_loop.h"
#include "models/facility/cxl_pool.h"
#include "models/facility/design_conditions.h"
#include "models/facility/drawing.h"
#include "models/facility/drill.h"
#include "models/facility/fabric.h"
#include "models/facility/grid.h"
#include "models/facility/hall.h"
#include "models/facility/irradiance.h"
#include "models/facility/load_trace.h"
#include "models/facility/power_policy.h"
#include "models/facility/power_smoothing.h"
#include "models/facility/power_unit.h"
#include "models/facility/project_info.h"
#include "models/facility/rack_block.h"
#include "models/facility/remote_site.h"
#include "models/facility/requirement.h"
#include "models/facility/site.h"
#include "models/facility/storage_group.h"
#include "models/facility/structure.h"
#include "models/facility/wan_link.h"
#include "models/network/collective_library.h"
#include "models/network/interconnect.h"
#include "models/network/link_part.h"
#include "models/network/storage.h"
#include "models/network/switch.h"
#include "models/power/altitude_derating.h"
#include "models/power/breaker.h"
#include "models/power/cable.h"
#include "models/power/fuel_cell.h"
#include "models/power/genset.h"
#include "models/power/pdu.h"
#include "models/power/psu.h"
#include "models/power/switchboard.h"
#include "models/power/transfer_switch.h"
#include "models/power/transformer.h"
#include "models/power/ups.h"
#include "models/power/utility.h"
#include "models/reliability/failure_mode.h"
#include "models/reliability/failure_policy.h"
#include "models/reliability/maintenance.h"
#include "models/workload/batch_job.h"
#include "models/workload/inference_service.h"
#include "models/workload/job_generator.h"
#include "models/workload/job_profile.h"
#include "models/workload/job_trace.h"
#include "models/workload/language_model.h"
#include "models/workload/request_profile.h"
#include "models/workload/scheduling.h"
#include "models/workload/serving_stack.h"
#include "models/workload/software_stack.h"
#include "models/workload/tenant.h"
#include "models/workload/training_job.h"
#include "models/workload/workload_pattern.h"

#include <array>

namespace headroom::models {

std::span<const ComponentType* const> catalogueTypes() {
    static const std::array kTypes = {
        &AcceleratorSpec::type(),
        &ServerSpec::type(),
        &RackSpec::type(),
        &PsuSpec::type(),
        &UpsSpec::type(),
        &PduSpec::type(),
        &TransformerSpec::type(),
        &GensetSpec::type(),
        &FuelCellSpec::type(),
        &UtilitySpec::type(),
        &AltitudeDeratingSpec::type(),
        &SwitchboardSpec::type(),
        &BreakerSpec::type(),
        &CableSpec::type(),
        &TransferSwitchSpec::type(),
        &CduSpec::type(),
        &CrahSpec::type(),
        &FluidSpec::type(),
        &PumpSpec::type(),
        &ChillerSpec::type(),
        &CoolingTowerSpec::type(),
        &DryCoolerSpec::type(),
        &PlateExchangerSpec::type(),
        &RearDoorSpec::type(),
        &ImmersionTankSpec::type(),
        &CoolingClassSpec::type(),
        &SwitchSpec::type(),
        &LinkPartSpec::type(),
        &InterconnectSpec::type(),
        &CollectiveLibrarySpec::type(),
        &StorageSpec::type(),
        &LanguageModelSpec::type(),
        &SoftwareStackSpec::type(),
        &JobProfileSpec::type(),
        &ServingStackSpec::type(),
        &RequestProfileSpec::type(),
        &WorkloadPatternSpec::type(),
        &FailureModeSpec::type(),
        &ClimateSpec::type(),
        &DesignConditionsSpec::type(),
        &IrradianceSpec::type(),
        &GridSpec::type(),
        &CloudOfferSpec::type(),
        &CloudTermsSpec::type(),
        &CurrencySpec::type(),
        &PriceBookSpec::type(),
        &TariffSpec::type(),
        &SiteOptionSpec::type(),
        &FigureRangeSpec::type(),
        &ModelErrorSpec::type(),
    };
    return kTypes;
}

std::span<const ComponentType* const> documentTypes() {
    static const std::array kTypes = {
        &ProjectInfo::type(),        &SiteSpec::type(),
        &EconomicsSpec::type(),      &OwnSupplySpec::type(),
        &PowerUnitSpec::type(),      &PowerPolicySpec::type(),
        &CoolingLoopSpec::type(),    &HallSpec::type(),
        &CduGroupSpec::type(),       &FabricSpec::type(),
        &RackBlockSpec::type(),      &StorageGroupSpec::type(),
        &WanLinkSpec::type(),        &CxlPoolSpec::type(),
        &RemoteSiteSpec::type(),     &DataSetSpec::type(),
        &BrokerSpec::type(),         &TrainingJobSpec::type(),
        &JobGeneratorSpec::type(),   &JobTraceSpec::type(),
        &BatchJobSpec::type(),       &InferenceServiceSpec::type(),
        &FailurePolicySpec::type(),  &MaintenanceSpec::type(),
        &DrillSpec::type(),          &LoadTraceSpec::type(),
        &PowerSmoothingSpec::type(), &SchedulingSpec::type(),
        &TenantSpec::type(),         &ReservationSpec::type(),
        &StructureSpec::type(),      &BlockSpec::type(),
        &BlockUseSpec::type(),       &DrawingSpec::type(),
        &RequirementSpec::type(),    &AcceptedFindingSpec::type(),
    };
    return kTypes;
}

const ComponentType* findComponentType(std::string_view id) {
    for (const auto types : {catalogueTypes(), documentTypes()}) {
        for (const ComponentType* type : types) {
            if (type->id == id) {
                return type;
            }
        }
    }
    return nullptr;
}

}  // namespace headroom::models
